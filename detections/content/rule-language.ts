/** Detects the language of a rule's text without parsing it, so that no parser is loaded. */

/** Names of files that hold rules. */
export const RULE_FILE = /\.(?:ya?ml|eql|toml|kql|yara?)$/i

/**
 * A YAML text shows its language itself: EQL by `language`, KQL by a query; everything else is Sigma. TOML is Elastic's
 * form of EQL.
 */
export function languageOf(file: string, text: string): 'sigma' | 'eql' | 'kql' | 'yara' {
  if (/\.yara?$/i.test(file)) return 'yara'
  if (/\.kql$/i.test(file)) return 'kql'
  if (/\.(?:eql|toml)$/i.test(file) || /^language:\s*["']?eql["']?\s*$/m.test(text)) return 'eql'
  return looksLikeKql(text) ? 'kql' : 'sigma'
}

/**
 * True when a YAML text holds KQL rules rather than rules of another language: a document has a `query` of a KQL table.
 */
export function looksLikeKql(text: string): boolean {
  return /^query:\s/m.test(text) && !/^language:\s*['"]?(?:eql|sigma)/m.test(text) && !/^detection:\s*$/m.test(text)
}
