/** Examples of the values that schemas describe, for the API document: each is accepted by its own schema. */
import { type OpenApiDocument, type OpenApiSchema, resolved } from '../../schemas/api-document.ts'
import { BODY_EXAMPLES } from './body-examples.ts'

/** Deeper than any body of the API; a schema that holds itself ends here. */
const DEPTH_MAX = 8

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0197a1c4-5b1e-7c3a-9f40-2f6f0d6b8a11',
  'date-time': '2026-11-28T09:30:00Z',
  date: '2026-11-28',
  email: 'kim@acme.example',
  uri: 'https://hooks.acme.example/svc',
  ipv4: '192.0.2.17',
}

/** Examples by the name of a member, or its suffix. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/(?:^|_)(?:host|hostname)$/, 'ws-114'],
  [/(?:^|_)(?:user|username)$/, 'k.doe'],
  [/(?:^|_)(?:ip|address)$/, '192.0.2.17'],
  [/(?:^|_)domain$/, 'files.example'],
  [/(?:^|_)(?:url|link|href)$/, 'https://hooks.acme.example/svc'],
  [/(?:^|_)(?:tenant|tenant_id|slug)$/, 'acme'],
  [/(?:^|_)email$/, 'kim@acme.example'],
  [/(?:^|_)(?:title|subject)$/, 'Shadow copies deleted on ws-114'],
  [/(?:^|_)(?:name|label)$/, 'Finance'],
  [/(?:^|_)(?:reason|comment|note|description|text|message|summary)$/, 'Confirmed with the user by phone'],
  [/(?:^|_)(?:query|condition)$/, 'src_ip:192.0.2.17'],
  [/(?:^|_)technique(?:_id)?$/, 'T1490'],
  [/(?:^|_)(?:from|since)$/, '2026-11-28T00:00:00Z'],
  [/(?:^|_)(?:to|until)$/, '2026-11-29T00:00:00Z'],
  [/(?:^|_)(?:time_zone|timezone)$/, 'Europe/Berlin'],
  [/(?:^|_)password$/, 'correct horse battery staple'],
  [/(?:^|_)token$/, 'kQ3v9m1XcB7tYw2LzR5nH8pD4sFgJ6aE0uViOoTqMxk'],
  [
    /^challenge$|^clientDataJSON$|^attestationObject$|^authenticatorData$|^signature$|^rawId$|^id$/,
    'eyJ0eXBlIjoid2ViYXV0aG4ifQ',
  ],
  [/^issuer$/, 'https://login.acme.example'],
  [/^scope$/, 'alerts:read'],
  [/^sql$/, 'SELECT source, count() FROM events GROUP BY source'],
  [/^hypothesis$/, 'Ransomware deletes shadow copies before it encrypts'],
  [/^rationale$/, 'The address sent 400 wrong passwords in an hour'],
  [/^(?:body|answer)$/, 'It was the backup job of Friday; its owner confirmed it.'],
  [/^scenario$/, 'Ransomware on a file server on a Friday evening'],
  [/^(?:speaker|owner)$/, 'Lead of the night shift'],
  [/^framework$/, 'nist-csf'],
  [/^control_id$/, 'DE.CM-01'],
  [/^(?:field|column)$/, 'src_ip'],
  [/^field_path$/, 'affected_users'],
  [/^(?:visible_to_)?role$/, 'soc_lead'],
  [/^subject_value$/, 'k.doe'],
  [/^matter_ref$/, 'HR-2026-114'],
  [/^consent$/, 'Kim Doe, owner of ws-114, by mail of 27 November'],
  [/^(?:machine|asset)$/, 'ws-114'],
  [/^(?:output|error)$/, 'Access is denied.'],
  [/^action_type$/, 'block_ip'],
  [/^(?:value|target|pattern)$/, '192.0.2.17'],
  [/^source$/, 'windows-sysmon'],
  [/^suite$/, 'attack-recordings'],
  [/(?:^|_)image$/, 'C:\\Windows\\System32\\vssadmin.exe'],
  [/^command_line$/, 'vssadmin delete shadows /all /quiet'],
  [/^key$/, 'customer_number'],
  [/^consent_text_version$/, '2026-01'],
  [/^file_base64$/, 'TVqQAAMAAAAEAAAA'],
  [/^endpoint$/, 'https://push.example/send/e2f1'],
  [/^atomic_test_id$/, 'windows-encoded-powershell'],
]

/** Examples for texts that only have a pattern. */
const BY_PATTERN: readonly string[] = [
  'finance',
  'T1490',
  'T1490.001',
  '09:00',
  '2026-11',
  '2026-11-28',
  '#1a73e8',
  'https://hooks.acme.example/svc',
  '192.0.2.17',
  '10.0.0.0/8',
  '1',
  'a'.repeat(32),
  'a'.repeat(40),
  'a'.repeat(64),
  '*/15 * * * *',
  'P1D',
  'en',
  'EUR',
  'kim@acme.example',
  'finance.weekly',
  'alerts:read',
  'acme/rule.yml',
  '123456',
  'INC-42',
  '1.8.0',
  'CASE_CLOSED',
  'custom:tier-2',
  '+4915112345678',
  'TA0005',
  'UTC',
]

/** Adds an example to each body of a request. */
export function withExamples(document: OpenApiDocument): OpenApiDocument {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { requestBody }]) => ({ path, method, requestBody })),
  )
  for (const { path, method, requestBody } of operations) {
    for (const [type, content] of Object.entries(requestBody?.content ?? {})) {
      const written = BODY_EXAMPLES[`${method.toUpperCase()} ${path.replace('/api/v1', '')}`]
      const made = type.endsWith('json') && content.schema ? exampleOf(document, content.schema) : undefined
      const example = written ?? made
      if (example !== undefined) content.example = example
    }
  }
  return document
}

/** An example value of the schema; undefined when none is known that fits it. */
export function exampleOf(document: OpenApiDocument, schema: OpenApiSchema, name = '', depth = 0): unknown {
  const known = resolved(document, schema)
  if (known.const !== undefined) return known.const
  if (known.default !== undefined) return known.default
  if (known.enum) return known.enum[0]
  const choices = known.anyOf ?? known.oneOf
  if (choices) return exampleOfFirst(document, choices, name, depth)
  if (known.allOf) return exampleOf(document, merged(document, known.allOf), name, depth)
  if (depth > DEPTH_MAX) return undefined
  switch ([known.type].flat().find((type) => type !== 'null')) {
    case 'object':
      return objectOf(document, known, depth)
    case 'array':
      return arrayOf(document, known, name, depth)
    case 'string':
      return textOf(known, name)
    case 'integer':
    case 'number':
      return Math.min(Math.max(known.minimum ?? 1, 1), known.maximum ?? Number.MAX_SAFE_INTEGER)
    case 'boolean':
      return true
    default:
      return known.type === 'null' ? null : {}
  }
}

function exampleOfFirst(document: OpenApiDocument, choices: readonly OpenApiSchema[], name: string, depth: number) {
  const values = choices.filter(({ type }) => type !== 'null')
  for (const choice of values) {
    const example = exampleOf(document, choice, name, depth)
    if (example !== undefined) return example
  }
  return values.length < choices.length ? null : undefined
}

function merged(document: OpenApiDocument, parts: readonly OpenApiSchema[]): OpenApiSchema {
  const all = parts.map((part) => resolved(document, part))
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: all.flatMap(({ required }) => required ?? []),
  }
}

/** Required members, and optional ones up to the minimum number of the schema, at least one. */
function objectOf(document: OpenApiDocument, schema: OpenApiSchema, depth: number) {
  const { properties = {}, required = [], minProperties = 0 } = schema
  const example: Record<string, unknown> = {}
  const add = (member: string) => {
    const value = exampleOf(document, properties[member] ?? {}, member, depth + 1)
    if (value !== undefined) example[member] = value
    return value !== undefined
  }
  if (!required.every(add)) return undefined
  const few = Math.max(minProperties, required.length === 0 ? 1 : 0)
  for (const member of Object.keys(properties)) {
    if (Object.keys(example).length >= few) break
    if (!required.includes(member)) add(member)
  }
  const { additionalProperties } = schema
  if (Object.keys(example).length < minProperties && typeof additionalProperties === 'object')
    example.name = exampleOf(document, additionalProperties, 'name', depth + 1)
  return example
}

function arrayOf(document: OpenApiDocument, { items = {}, minItems = 0 }: OpenApiSchema, name: string, depth: number) {
  const item = exampleOf(document, items, name.replace(/s$/, ''), depth + 1)
  if (item === undefined) return minItems === 0 ? [] : undefined
  return Array.from({ length: Math.max(minItems, 1) }, () => item)
}

function textOf({ format, pattern, minLength = 0, maxLength = 100_000 }: OpenApiSchema, name: string) {
  const expression = pattern === undefined ? null : new RegExp(pattern, 'u')
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (expression === null || expression.test(text))
  if (format !== undefined) return BY_FORMAT[format]
  const named = BY_NAME.filter(([family]) => family.test(name)).map(([, text]) => text)
  return [...named, ...BY_PATTERN, 'a'.repeat(minLength)].find(fits)
}
