# Sourced: a clean Debian in a folder of its own, and the program started in it.

check_folder="${HEADLIGHT_CHECK_FOLDER:-}"
if [ -z "$check_folder" ]; then
  check_folder="$(mktemp -d)"
  remove_check_folder=yes
fi
mkdir -p "$check_folder"
system=""

# clean_system SUITE: makes `system`, a copy of the smallest Debian of this release with an X server and a font.
clean_system() {
  local base="$check_folder/$1-base"
  if [ ! -e "$base/.complete" ]; then
    debootstrap --variant=minbase "$1" "$base" >"$check_folder/$1.log" 2>&1
    cp /etc/resolv.conf "$base/etc/resolv.conf"
    chroot "$base" sh -c 'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y \
      --no-install-recommends xvfb fonts-dejavu-core' >>"$check_folder/$1.log" 2>&1
    touch "$base/.complete"
  fi
  system="$(mktemp -d "$check_folder/$1-XXXXXX")"
  cp -a "$base/." "$system"
  mount -t proc proc "$system/proc"
  trap leave_system EXIT
}

leave_system() {
  umount -l "$system/proc" 2>/dev/null || true
  rm -rf "$system"
  [ "${remove_check_folder:-}" != yes ] || rm -rf "$check_folder"
}

inside() { chroot "$system" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive "$@"; }

# picture_of COMMAND SAMPLE PICTURE: the window under an X server of the clean system, 15 seconds after its start.
picture_of() {
  inside sh -c "mkdir -p /tmp/screen /tmp/run && chmod 700 /tmp/run
    Xvfb :77 -screen 0 1400x900x24 -nolisten tcp -fbdir /tmp/screen >/tmp/screen/log 2>&1 & server=\$!
    sleep 2
    DISPLAY=:77 XDG_RUNTIME_DIR=/tmp/run $1 $2 >/tmp/said 2>&1 & program=\$!
    sleep 15
    kill -0 \$program || { cat /tmp/said; kill \$server; exit 1; }
    cp /tmp/screen/Xvfb_screen0 /tmp/picture.xwd
    kill \$program \$server; wait"
  convert "xwd:$system/tmp/picture.xwd" "$3"
  cat "$system/tmp/said"
  # A window that shows something has many colours; an empty screen has one.
  local colours
  colours="$(identify -format %k "$3")"
  if [ "$colours" -lt 50 ]; then
    echo "$3: found $colours colours, expected a picture of the program" >&2
    return 1
  fi
  rm -rf "$system/tmp/picture.xwd" "$system/tmp/screen" "$system/tmp/said" "$system/tmp/run"
}
