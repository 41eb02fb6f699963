/** Parses texts of known forms: URLs, paths, versions, command lines, CSV. */
import { type FunctionSpec, fn, fnOf } from '../function-spec.ts'
import type { Json } from '../value.ts'

const URL_PARTS =
  /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^:/?#]*)(?::(\d+))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s

function parseUrl(text: string): Json {
  const [, scheme = '', user = '', password = '', host = '', port = '', path = '', query = '', fragment = ''] =
    URL_PARTS.exec(text) ?? []
  return {
    Scheme: scheme,
    Host: host,
    Port: port,
    Path: path,
    Username: user,
    Password: password,
    'Query Parameters': queryOf(query),
    Fragment: fragment,
  }
}

function queryOf(query: string): Json {
  if (query === '') return {}
  const pairs = query.split('&').map((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
  })
  return Object.fromEntries(pairs)
}

function parsePath(text: string): Json {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]+):\/\//.exec(text)?.[1] ?? ''
  const root = /^[A-Za-z]:/.exec(text)?.[0] ?? ''
  const colon = text.lastIndexOf(':')
  const hasStream = root !== '' && colon > 1 && colon > Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\'))
  const [bare, stream] = hasStream ? [text.slice(0, colon), text.slice(colon + 1)] : [text, '']
  const cut = Math.max(bare.lastIndexOf('/'), bare.lastIndexOf('\\'))
  const file = bare.slice(cut + 1)
  const directory = bare.slice(0, Math.max(0, cut))
  const extension = file.includes('.') ? file.slice(file.lastIndexOf('.') + 1) : ''
  const name = directory.slice(Math.max(directory.lastIndexOf('/'), directory.lastIndexOf('\\')) + 1)
  return {
    Scheme: scheme,
    RootPath: root,
    DirectoryPath: directory,
    DirectoryName: name,
    Filename: file,
    Extension: extension,
    AlternateDataStreamName: stream,
  }
}

/** At most four numbers, each of at most eight digits: a number by which versions are ordered. */
function parseVersion(text: string): { units: bigint; scale: number } | null {
  const parts = text.trim().split('.')
  if (parts.length > 4 || !parts.every((part) => /^\d{1,8}$/.test(part))) return null
  const padded = [...parts, '0', '0', '0'].slice(0, 4)
  return { units: BigInt(padded.map((part) => part.padStart(8, '0')).join('')), scale: 0 }
}

/** Windows' rules for quotes and backslashes. */
function parseCommandLine(text: string): readonly string[] {
  const found: string[] = []
  for (const [one] of text.matchAll(/(?:[^\s"]|"(?:\\"|[^"])*(?:"|$))+/g))
    found.push(one.replace(/(?<!\\)"/g, '').replaceAll('\\"', '"'))
  return found
}

function parseCsv(text: string): readonly string[] {
  const [line = ''] = text.split('\n')
  const cells: string[] = []
  for (const [, quoted, plain = ''] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g))
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
  return cells
}

function parseHex(text: string): bigint | null {
  const digits = text.trim().replace(/^0x/i, '')
  return /^[0-9a-f]{1,16}$/i.test(digits) ? BigInt.asIntN(64, BigInt(`0x${digits}`)) : null
}

export const parseFunctions: Readonly<Record<string, FunctionSpec>> = {
  parse_url: fn(['string'], 'dynamic', parseUrl),
  parse_urlquery: fn(['string'], 'dynamic', (text) => ({ 'Query Parameters': queryOf(text.replace(/^\?/, '')) })),
  parse_path: fn(['string'], 'dynamic', parsePath),
  parse_version: fn(['string'], 'decimal', parseVersion),
  parse_command_line: fnOf(
    ['string', 'string'],
    'dynamic',
    ({ budget }) =>
      (text) => {
        const parts = parseCommandLine(text)
        budget.entries(parts.length)
        return parts
      },
    1,
  ),
  parse_csv: fn(['string'], 'dynamic', parseCsv),
  parsehex: fn(['string'], 'long', parseHex),
}
