# Reads the machine's apt sources and prints the same archives with their source packages on, for
# the suites named in `suites` (separated by blanks). FORM is "list" (one line each) or "sources"
# (stanzas, deb822). Signatures stay as the machine demands them: all other options are kept.
BEGIN {
  split(suites, names, " ")
  for (i in names) wanted[names[i]] = 1
}
function suites_of(line,   words, count, i, kept) {
  count = split(line, words, " ")
  for (i = 2; i <= count; i++)
    if (words[i] in wanted) kept = kept " " words[i]
  return kept
}
function finish(   i) {
  if (binary && suite_line != "" && !disabled && !removable) {
    print "Types: deb-src"
    print "Suites:" suite_line
    for (i = 1; i <= lines; i++) print other[i]
    print ""
  }
  binary = disabled = removable = lines = 0
  suite_line = ""
}

form == "list" && /^[ \t]*deb[ \t]/ {
  rest = $0
  sub(/^[ \t]*deb[ \t]+/, "", rest)
  options = ""
  if (match(rest, /^\[[^]]*\][ \t]*/)) {
    options = substr(rest, 1, RLENGTH)
    rest = substr(rest, RLENGTH + 1)
  }
  split(rest, words, /[ \t]+/)
  if ((words[2] in wanted) && words[1] !~ /^cdrom:/) print "deb-src " options rest
}

form == "sources" {
  if ($0 ~ /^[ \t\r]*$/) { finish(); next }
  if ($0 ~ /^#/) next
  field = tolower($0)
  # A line that starts with a blank belongs to the field above it (embedded keys do that).
  if (field !~ /^[ \t]/) current = substr(field, 1, index(field, ":") - 1)
  if (current == "types") { if (field ~ /(^|[ \t])deb([ \t]|$)/) binary = 1 }
  else if (current == "suites") suite_line = suite_line suites_of(field ~ /^[ \t]/ ? "- " $0 : $0)
  else if (current == "enabled") { if (field ~ /:[ \t]*(no|false|without|off|disable)/) disabled = 1 }
  else {
    if (current == "uris" && field ~ /cdrom:/) removable = 1
    other[++lines] = $0
  }
}
END { if (form == "sources") finish() }
