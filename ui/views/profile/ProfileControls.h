// Commands of the profile view and its form in the inspector.
#pragma once

class QWidget;

namespace ui {

class ProfileView;

void addProfileCommands(ProfileView& view);
QWidget* makeProfileControls(ProfileView& view, QWidget* parent);

}  // namespace ui
