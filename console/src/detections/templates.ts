/** A sample rule for each language. */
export const LANGUAGE_NAMES = [
  { value: 'sigma', label: 'Sigma' },
  { value: 'kql', label: 'KQL' },
  { value: 'eql', label: 'EQL' },
  { value: 'yara', label: 'YARA' },
] as const

export const TEMPLATES = {
  sigma: () => `title: Whoami was run
id: ${crypto.randomUUID()}
status: experimental
description: Somebody asked who they are, as intruders do first.
logsource:
  category: process_creation
  product: windows
detection:
  selection:
    Image|endswith: '\\whoami.exe'
  condition: selection
level: low
tags:
  - attack.discovery
  - attack.t1033
`,
  kql: () => `language: kql
title: Many failed sign-ins
id: ${crypto.randomUUID()}
level: medium
tags: [attack.t1110]
query: |
  SigninLogs
  | where ResultType != 0
  | summarize count() by UserPrincipalName, bin(TimeGenerated, 10m)
  | where count_ > 10
`,
  eql: () => `language: eql
title: A shell out of a document
id: ${crypto.randomUUID()}
level: high
tags: [attack.t1566.001]
query: |
  process where process.parent.name : "winword.exe" and process.name : ("cmd.exe", "powershell.exe")
`,
  yara: () => `rule a_marker {
  meta:
    severity = "high"
  strings:
    $text = "replace me"
  condition:
    $text
}
`,
} as const

/** A KQL rule from a query that the user tested in the search. */
export function kqlDraft(query: string, title: string): string {
  const lines = query.split('\n').map((line) => `  ${line}`)
  const head = [
    'language: kql',
    `title: ${JSON.stringify(title)}`,
    `id: ${crypto.randomUUID()}`,
    'level: medium',
    'tags: []',
  ]
  return `${[...head, 'query: |', ...lines].join('\n')}\n`
}
