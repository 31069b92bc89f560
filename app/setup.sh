# Sourced by app/run.sh and tests/run.sh: installs what is missing, configures and builds the release preset.
# Expects the current folder to be the top of the checkout. Sets headlight_cmake_options from the environment and the
# caller.

# Why each is needed stands in README.md. First the libraries that the engine and its tests are linked with.
headlight_engine_packages=(
  libeigen3-dev libtbb-dev nlohmann-json3-dev
  gemmi-dev tao-pegtl-dev zlib1g-dev libzip-dev libssl-dev libicu-dev
  dssp libcifpp-dev libmuparser-dev
  ocl-icd-opencl-dev opencl-headers opencl-clhpp-headers
  libgtest-dev libgmock-dev librapidcheck-dev
)
headlight_packages=(
  g++ cmake ninja-build ccache mold pkg-config git
  "${headlight_engine_packages[@]}"
  qt6-base-dev qt6-svg-dev libxcb1-dev libegl-dev libegl-mesa0
  libvtk9-dev libisal-dev
  pocl-opencl-icd libopenmpi-dev openmpi-bin
  xvfb libgl1-mesa-dri libglx-mesa0 fonts-dejavu-core fonts-dejavu-extra
  openssh-client openssh-sftp-server
  clang libclang-rt-dev python3-numpy desktop-file-utils
)

# headlight_install PACKAGE...: installs the missing ones, printing the one line that it runs.
headlight_install() {
  local missing=() package present
  # With what installed packages provide: Qt's modules were packages of their own before Debian 13.
  present="$(dpkg-query -W -f '${db:Status-Status} ${Package} ${Provides}\n' 2>/dev/null |
    sed -n 's/^installed \(.*\)/ \1 /p' | tr -d ',')"
  for package in "$@"; do
    [[ "$present" == *" $package "* ]] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  if ! command -v apt-get >/dev/null; then
    echo "Headlight needs these packages (Debian names), please install them: ${missing[*]}" >&2
    return 1
  fi
  local sudo=""
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
      echo "Please run as root: apt-get install --no-install-recommends ${missing[*]}" >&2
      return 1
    }
    sudo="sudo "
  fi
  local line="${sudo}apt-get update -q && ${sudo}env DEBIAN_FRONTEND=noninteractive"
  line+=" apt-get install -q -y --no-install-recommends ${missing[*]}"
  echo "$line"
  eval "$line"
}

# headlight_build TARGET... [-- CMAKE_OPTION...]: configures when needed and builds.
headlight_build() {
  local targets=()
  while [ $# -gt 0 ] && [ "$1" != "--" ]; do targets+=("$1"); shift; done
  [ $# -gt 0 ] && shift
  if [ ! -f build/release/build.ninja ] || [ $# -gt 0 ]; then
    cmake --preset release "$@" >build-configure.log 2>&1 || {
      cat build-configure.log >&2
      rm -f build-configure.log
      return 1
    }
    rm -f build-configure.log
  fi
  cmake --build --preset release --target "${targets[@]}"
}

# headlight_with_display COMMAND...: runs it under an X server of its own. The server itself chooses a free number, so
# that any number of these may run side by side; without -noreset it turns new clients away while it restarts after its
# last one.
headlight_with_display() {
  local folder status=0
  folder="$(mktemp -d)"
  Xvfb -displayfd 3 -screen 0 1920x1200x24 -nolisten tcp -noreset 3>"$folder/number" 2>"$folder/log" &
  local server=$!
  local tries=100
  while [ ! -s "$folder/number" ] && [ $tries -gt 0 ] && kill -0 $server 2>/dev/null; do
    sleep 0.1
    tries=$((tries - 1))
  done
  if [ -s "$folder/number" ]; then
    env -u WAYLAND_DISPLAY -u XAUTHORITY DISPLAY=":$(cat "$folder/number")" "$@" || status=$?
  else
    cat "$folder/log" >&2
    echo "Xvfb did not start" >&2
    status=1
  fi
  kill $server 2>/dev/null || true
  wait $server 2>/dev/null || true
  rm -rf "$folder"
  return $status
}

# Qt complains when there is none.
headlight_runtime_folder() {
  if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
    XDG_RUNTIME_DIR="$(mktemp -d)"
    chmod 700 "$XDG_RUNTIME_DIR"
    export XDG_RUNTIME_DIR
    trap 'rm -rf "$XDG_RUNTIME_DIR"' EXIT
  fi
}
