# Prints "BODY_LINES METHODS CLASS HEADER" for every class of the given headers and sources. Relies on the layout that
# clang-format gives: members of a class stand two columns further in than it, bodies outside of it start and end at the margin.
# Methods: what a class declares itself, overrides and slots included; signals, `= default` and `= delete` not. Body
# lines: those of its functions, wherever these are written.
function stripped(s) {
  sub(/\/\/.*/, "", s)
  while (s ~ /<[^<>]*>/) sub(/<[^<>]*>/, "", s)
  return s
}
FNR == 1 { depth = 0; body = ""; inside = 0 }
body != "" {
  lines[body]++
  if ($0 ~ /^}/) body = ""
  next
}
/^(class|struct) [A-Za-z_0-9]+.*[^;]$/ && !/;/ {
  class = $2; sub(/:.*/, "", class)
  header[class] = FILENAME
  inside = 1
  signals = 0
  next
}
inside && /^};/ { inside = 0 }
inside && /^ (public|protected|private|Q_SIGNALS)/ { signals = /Q_SIGNALS/ }
inside && signals { next }
inside && inline {
  lines[class]++
  if ($0 ~ /^  }/) inline = 0
  next
}
inside && /^  [^ \/#]/ && !/^  (friend|using|struct|class|enum|Q_|static_assert|template|union)/ {
  s = stripped($0)
  open = index(s, "(")
  equals = index(s, " = ")
  brace = index(s, "{")
  if (open == 0 || (equals > 0 && equals < open) || (brace > 0 && brace < open)) next
  if (s !~ /= (default|delete);/) methods[class]++
  if (s ~ /\{.*\}/) lines[class]++
  else if (s ~ /\{[ ]*$/) inline = 1
  next
}
!inside && /^[A-Za-z].*[A-Za-z_0-9]::[~A-Za-z_0-9]+\(/ && !/;[ ]*(\/\/.*)?$/ {
  s = stripped($0)
  open = index(s, "(")
  s = substr(s, 1, open - 1)
  if (!match(s, /[A-Za-z_0-9]+::[~A-Za-z_0-9]+$/)) next
  s = substr(s, RSTART)
  sub(/::.*/, "", s)
  if ($0 ~ /}[ ]*$/) lines[s]++; else body = s
}
END { for (each in header) printf "%d %d %s %s\n", lines[each], methods[each], each, header[each] }
