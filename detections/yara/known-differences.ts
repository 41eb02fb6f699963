/**
 * Assertions of libyara that this engine does not fulfil, by their line in the collection (from 1), with the reason.
 * Most are in YARA-X's own list of differences from YARA.
 */
export const KNOWN_DIFFERENCES: ReadonlyMap<string, readonly number[]> = new Map([
  ["variables of the C test program's own", [15, 16, 17, 18, 85, 86]],
  ['module `tests` is part of the C test program only', [19, 20, 21, 22, 23, 24]],
  ['constant arithmetic wraps around instead of being refused', [89, 90, 91, 92, 93, 94, 95, 96, 97, 98]],
  [
    'offsets count a block of 1,024 bytes that the C test program puts before the data',
    [312, 313, 315, 771, 772, 773, 774, 775, 776],
  ],
  ['sets of rules by wildcard, `of (a*)`, are not supported', [329, 330, 333, 334]],
  ['0% of them is accepted', [348]],
  ['a word boundary beside a wide pattern looks at single bytes', [408, 413]],
  ['a pattern that can match nothing is refused', [414, 453, 474, 475, 563, 564, 572, 614, 617]],
  ['\\v is a class of vertical whitespace', [415]],
  ['the longest of overlapping matches at the first place is reported', [463, 473]],
  ['an empty alternative, and a count beyond 65,535, are accepted', [636, 683]],
  ['`entrypoint` belongs to the module pe', [709]],
  ['octal escapes are taken for back references', [791]],
  ['an unknown escape that begins like a known one is refused', [793]],
])
