#include "ui/vtk/GlContext.h"

#include <gtest/gtest.h>

TEST(GlContext, isMadeWhileTheFirstDrawingIsUnderWay) {
  ui::GlContext::prepare();
  for (int k = 0; k < 100; ++k) {  // the drawing begins after some of them
    const std::unique_ptr<ui::GlContext> context = ui::GlContext::create();
    ASSERT_NE(context, nullptr) << k;
    EXPECT_TRUE(context->isCurrent());
  }
}
