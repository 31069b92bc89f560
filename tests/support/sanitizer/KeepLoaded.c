/* Preloaded under the leak sanitizer: libraries stay loaded, so that a leak can be told by its library's name. */
int dlclose(void* handle) {
  (void)handle;
  return 0;
}
