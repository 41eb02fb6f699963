import { PATTERN_STEPS_MAX, REGEX_STEPS_MAX } from '../plan/regex-steps.ts'

/** Limits of a rule file. Only hostile files reach them; exceeding one is a fault. */
export const LIMITS = {
  /**
   * Larger files are not read. The largest real one is a list of drivers with 0.3 MB.
   * @bound a file of Sigma rules -> a fault with file and line
   */
  fileBytes: 1024 * 1024,
  /** Files and folders of one tree; the rest is reported as one fault. */
  files: 100_000,
  folderDepth: 32,
  /** Collections within collections, of YAML. A rule has five levels. */
  yamlDepth: 24,
  documents: 1_024,
  /** `*anchor` uses in a document. */
  yamlAliases: 1_000,
  /** Keys that `action: global` and `repeat` copy in a file. */
  copiedKeys: 100_000,
  /**
   * Tests of a rule, after modifiers, placeholders, aliases and its condition have multiplied them.
   * @bound a Sigma rule: tests; characters of its texts; nesting of its condition = {}; {textChars}; {conditionDepth}
   * -> a fault with file and line
   */
  tests: 65_536,
  /** Characters of a rule's field names and of all texts that it compares with. */
  textChars: 2 * 1024 * 1024,
  /** Steps of all regular expressions of a rule once `{n}` is written out, and of one. A step compiles in some 3 us. */
  regexStepsOfRule: REGEX_STEPS_MAX,
  regexSteps: PATTERN_STEPS_MAX,
  regexChars: 8_192,
  /**
   * All rules of a file may have this many times the limit of one rule, because `action: global` copies the same parts
   * to each.
   */
  rulesWorthOfFile: 4,
  /** Entries of `tags`, `references` and the like. */
  listEntries: 256,
  conditionChars: 16_384,
  conditionDepth: 64,
  /** Variants that `windash` and `expand` make of one value. */
  variants: 4_096,
  /** As many as a window takes (`window/compile.ts`). */
  correlationFeeds: 30,
  groupKeys: 16,
  /** Nodes of a correlation's condition over its rules. */
  feedConditionNodes: 1_024,
  idChars: 256,
  /** A fault quotes at most this many characters. */
  quoteChars: 80,
} as const
