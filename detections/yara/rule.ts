/** Input and output of the YARA engine. */

/** A file of rules; its name is the namespace of its rules, so two files may use the same rule name. */
export type YaraSource = { readonly file: string; readonly text: string }

/** Why a rule or a file is not in the set. Lines count from 1; 0 is the file as a whole. */
export type YaraFault = { readonly file: string; readonly line: number; readonly reason: string }

export type YaraMatch = {
  readonly file: string
  readonly rule: string
  readonly tags: readonly string[]
  readonly meta: Readonly<Record<string, string | number | boolean>>
  /** At most `matchesOfString` of each string of the rule, in the order of the data. */
  readonly strings: readonly YaraString[]
}

export type YaraString = {
  readonly identifier: string
  /** In bytes. */
  readonly offset: number
  readonly length: number
  /** The bytes as UTF-8, invalid ones replaced, cut at `matchChars`. */
  readonly text: string
}

/** `timeout`: the scan was stopped. `busy`: too many scans wait. `engine`: the engine crashed, or refused the scan. */
export type ScanFault = 'too_large' | 'timeout' | 'busy' | 'engine' | 'closed'
export type ScanResult = { readonly matches: readonly YaraMatch[] } | { readonly fault: ScanFault }
export type LoadReport = {
  /** Number of rules in the set. */
  readonly rules: number
  /** Names of the rules by file; files without rules are left out. */
  readonly names: readonly { readonly file: string; readonly rules: readonly string[] }[]
  readonly faults: readonly YaraFault[]
}
