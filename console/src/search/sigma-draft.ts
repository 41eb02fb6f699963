/** Makes a draft of a Sigma rule from a search. Parts without a counterpart in Sigma become comments. */

/** Field names of Sysmon and Windows; the modifier is the equivalent of a search for the whole value. */
const SIGMA_FIELDS: ReadonlyMap<string, string> = new Map([
  ['event_code', 'EventID'],
  ['host', 'Computer'],
  ['user', 'User'],
  ['target_user', 'TargetUserName'],
  ['process_name', 'Image|endswith'],
  ['parent_name', 'ParentImage|endswith'],
  ['cmd_line', 'CommandLine|contains'],
  ['file_path', 'TargetFilename|contains'],
  ['file_hash', 'Hashes|contains'],
  ['src_ip', 'SourceIp'],
  ['dst_ip', 'DestinationIp'],
  ['dst_port', 'DestinationPort'],
  ['domain', 'DestinationHostname'],
  ['reg_path', 'TargetObject|contains'],
  ['message', 'Message|contains'],
])
const TERM = /^(NOT\s+)?([A-Za-z_][\w.]*):("(?:[^"\\]|\\.)*"|[^\s()"]+)$/

export function sigmaDraft(query: string, title: string): string {
  const chosen: string[] = []
  const excluded: string[] = []
  const left: string[] = []
  for (const part of partsOf(query)) {
    const [, not, field = '', raw = ''] = TERM.exec(part) ?? []
    const name = SIGMA_FIELDS.get(field)
    if (name === undefined || /^[[{<>]/.test(raw)) left.push(part)
    else (not ? excluded : chosen).push(`    ${name}: ${yamlOf(raw, name)}`)
  }
  const lines = [
    `title: ${JSON.stringify(title)}`,
    `id: ${crypto.randomUUID()}`,
    'status: experimental',
    `description: ${JSON.stringify(`Made of the search ${query}`.slice(0, 400))}`,
    'logsource:',
    '  product: windows',
    'detection:',
    ...left.map((part) => `  # Not translated: ${part.replaceAll('\n', ' ')}`),
    '  selection:',
    ...(chosen.length > 0 ? chosen : ['    EventID: 1 # write what it looks for']),
    ...(excluded.length > 0 ? ['  filter:', ...excluded] : []),
    `  condition: selection${excluded.length > 0 ? ' and not filter' : ''}`,
    'level: medium',
  ]
  return `${lines.join('\n')}\n`
}

/** Terms between ANDs; a term with an unclosed parenthesis is joined with the next. */
function partsOf(query: string): readonly string[] {
  const parts: string[] = []
  let open = ''
  for (const piece of stripped(query).split(/\s+AND\s+/)) {
    open = open === '' ? piece : `${open} AND ${piece}`
    if (depthOf(open) > 0) continue
    const inner = stripped(open)
    if (inner !== open && /\sAND\s/.test(inner)) parts.push(...partsOf(inner))
    else parts.push(inner)
    open = ''
  }
  return [...parts, open].map((part) => part.trim()).filter((part) => part !== '')
}

function stripped(text: string): string {
  const trimmed = text.trim()
  const inner = trimmed.slice(1, -1)
  const isWrapped = trimmed.startsWith('(') && trimmed.endsWith(')') && depthOf(inner) === 0 && !/^[^(]*\)/.test(inner)
  return isWrapped ? stripped(inner) : trimmed
}

function depthOf(text: string): number {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '')
  return (bare.match(/\(/g)?.length ?? 0) - (bare.match(/\)/g)?.length ?? 0)
}

function yamlOf(raw: string, name: string): string {
  const value = raw.startsWith('"') ? raw.slice(1, -1).replace(/\\(["\\])/g, '$1') : raw
  if (name === 'EventID' && /^\d+$/.test(value)) return value
  const ends = name.endsWith('|endswith') && !value.includes('\\') ? `\\${value}` : value
  const inner = name.includes('|contains') ? ends.replace(/^\*|\*$/g, '') : ends
  return `'${inner.replaceAll("'", "''")}'`
}
