/**
 * Asks a running installation for everything that the specification names, and writes docs/specification.md: a row for each
 * with what was sent and what came. `npm run spec` starts an instance of its own; `npm run spec -- --url URL --token TOKEN`
 * asks another one, whose ports it does not know.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Instance } from '../e2e/instance.ts'
import { faultOf, hasMember, memberOf } from './check-answer.ts'
import { type Asked, GRAPHQL_PAGE, GRAPHQL_TYPES, type Made, OPERATIONS, SERVICES } from './operations.ts'

const OUT = path.join(import.meta.dirname, '../../docs/specification.md')
type Verdict = 'as specified' | 'differs' | 'missing'
type Row = { readonly section: string; readonly sent: string; readonly came: string; readonly verdict: Verdict }
type Door = {
  readonly url: string
  readonly token: string
  readonly tenant: string
  readonly portOffset: number | null
}

const { values } = parseArgs({
  options: { url: { type: 'string' }, token: { type: 'string' }, tenant: { type: 'string' } },
})
const rows = await (values.url === undefined ? ofOwnInstance() : rowsOf(doorOf(values.url)))
fs.writeFileSync(OUT, pageOf(rows))
const counts = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length
console.log(
  `${rows.length} lines: ${counts('as specified')} as specified, ${counts('differs')} differ, ${counts('missing')} missing`,
)

function doorOf(url: string): Door {
  return { url, token: values.token ?? '', tenant: values.tenant ?? 'default', portOffset: null }
}

async function ofOwnInstance(): Promise<Row[]> {
  const instance = await Instance.start()
  try {
    const email = 'walk@spec.example'
    const password = (await instance.svc('admin', 'bootstrap', '--email', email, '--tenant', 'spec')).trim()
    const login = await fetch(`${instance.apiUrl}/api/v1/auth/login`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ email, password }),
    })
    const { access_token: token } = (await login.json()) as { access_token: string }
    return await rowsOf({ url: instance.apiUrl, token, tenant: 'spec', portOffset: instance.portOffset })
  } finally {
    await instance.remove()
  }
}

async function rowsOf(door: Door): Promise<Row[]> {
  const made: Record<string, string> = {}
  const rows: Row[] = []
  for (const operation of OPERATIONS) rows.push(await rowOf(door, operation, made))
  return [...rows, ...(await graphqlRows(door)), ...(await serviceRows(door))]
}

async function rowOf(door: Door, request: Asked, made: Record<string, string>): Promise<Row> {
  const [method = '', place = ''] = filled(request.line, made).split(' ')
  const body =
    request.body === undefined
      ? method === 'GET'
        ? undefined
        : {}
      : JSON.parse(filled(JSON.stringify(request.body), made))
  const url = place.startsWith('//') ? `${door.url}${place.slice(1)}` : `${door.url}/api/v1${place}`
  const answer = await ask(door, method, url, body, request.without !== 'credential')
  const id = memberOf(answer.body, 'id') ?? memberOf(answer.body, 'case.id')
  if (request.makes !== undefined && typeof id === 'string') made[request.makes] = id
  const lacking = (request.members ?? []).filter((name) => !hasMember(answer.body, name))
  const isThere = answer.status !== 405 && !(answer.status === 404 && answer.detail === 'no such resource')
  const isRight = request.status.includes(answer.status)
  const fault = isRight ? faultOf(method, url, answer) : null
  const verdict = !isThere ? 'missing' : isRight && lacking.length === 0 && fault === null ? 'as specified' : 'differs'
  const sent = `${request.line}${request.without === 'credential' ? ', no credential' : ''}${request.body === undefined ? '' : ` ${short(request.body)}`}`
  const expected = isRight ? '' : `, and not ${request.status.join(' or ')}`
  const came = `${answer.status}${expected}${answer.status >= 400 ? `: ${short(answer.detail)}` : ''}${lacking.length > 0 ? `; lacks ${lacking.join(', ')}` : ''}${fault === null ? '' : `; ${fault}`}`
  return { section: request.section, sent, came, verdict }
}

type Answer = {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly body: unknown
  readonly detail: unknown
}

async function ask(
  { token, tenant }: Door,
  method: string,
  url: string,
  body: unknown,
  isSigned: boolean,
): Promise<Answer> {
  const headers: Record<string, string> = {
    'x-tenant-id': tenant,
    ...(isSigned ? { authorization: `Bearer ${token}` } : {}),
  }
  if (body !== undefined) headers['content-type'] = 'application/json'
  for (;;) {
    const answer = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status === 429) {
      // The walk asks more often than a person may.
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get('retry-after') ?? 1)))
      continue
    }
    const type = answer.headers.get('content-type') ?? ''
    const isJson = /json/.test(type) && text !== ''
    const parsed: unknown = isJson ? JSON.parse(text) : null
    return { status: answer.status, type, text, body: parsed, detail: memberOf(parsed, 'detail') ?? text.slice(0, 100) }
  }
}

async function graphqlRows(door: Door): Promise<Row[]> {
  const query =
    '{ __schema { types { name fields { name type { ...T } } } } } fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }'
  const { body } = await ask(door, 'POST', `${door.url}/graphql`, { query }, true)
  const types = (memberOf(body, 'data.__schema.types') ?? []) as {
    name: string
    fields: { name: string; type: GraphqlType }[] | null
  }[]
  const rows = Object.entries(GRAPHQL_TYPES).map(([name, fields]): Row => {
    const own = new Map(
      (types.find((type) => type.name === name)?.fields ?? []).map((field) => [field.name, written(field.type)]),
    )
    const wrong = fields
      .split(', ')
      .filter((line) => own.get(line.split(' ')[0] ?? '') !== line.slice(line.indexOf(' ') + 1))
    const verdict = own.size === 0 ? 'missing' : wrong.length === 0 ? 'as specified' : 'differs'
    return {
      section: name[0] === 'Q' || name[0] === 'M' || name === 'Subscription' ? '4.11' : '2.1',
      sent: `type ${name}: ${fields.split(', ').length} fields`,
      came: wrong.length === 0 ? 'all of them' : `differs in ${wrong.join(', ')}`,
      verdict,
    }
  })
  const page = await ask(door, 'POST', `${door.url}/graphql`, { query: GRAPHQL_PAGE }, true)
  const fault = memberOf(page.body, 'errors')
  return [
    ...rows,
    {
      section: '4.11',
      sent: GRAPHQL_PAGE,
      came: fault === undefined ? `${page.status}` : short(fault),
      verdict: fault === undefined ? 'as specified' : 'differs',
    },
  ]
}

type GraphqlType = { readonly kind: string; readonly name: string | null; readonly ofType?: GraphqlType | null }

function written({ kind, name, ofType }: GraphqlType): string {
  if (kind === 'NON_NULL' && ofType) return `${written(ofType)}!`
  return kind === 'LIST' && ofType ? `[${written(ofType)}]` : (name ?? '')
}

async function serviceRows({ portOffset }: Door): Promise<Row[]> {
  if (portOffset === null) return []
  return Promise.all(
    Object.entries(SERVICES).map(async ([port, name]): Promise<Row> => {
      const sent = `GET http://127.0.0.1:${port}/health of ${name}, in svc up`
      try {
        const { status } = await fetch(`http://127.0.0.1:${Number(port) + portOffset}/health`)
        return { section: '1', sent, came: String(status), verdict: status === 200 ? 'as specified' : 'differs' }
      } catch {
        return { section: '1', sent, came: 'nobody listens', verdict: 'missing' }
      }
    }),
  )
}

function filled(text: string, made: Made): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => made[name] ?? whole)
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 157)}...` : text
}

function pageOf(all: readonly Row[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;')
  const count = (verdict: Verdict) => all.filter((row) => row.verdict === verdict).length
  const sections = [...new Set(all.map(({ section }) => section))].sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  const tables = sections.map((section) => {
    const lines = all
      .filter((row) => row.section === section)
      .map(({ sent, came, verdict }) => `| ${cell(sent)} | ${cell(came)} | ${verdict} |`)
    return `## ${section}\n\n| Sent | Came | |\n|---|---|---|\n${lines.join('\n')}\n`
  })
  return `# The specification, asked of a running instance\n
Written by \`npm run spec\`; do not edit. ${all.length} lines: ${count('as specified')} as specified, ${count('differs')} differ, ${count('missing')} are missing. Each line
has its expected status, an error the body of problem+json (SCIM its own), and an answer the types that the OpenAPI document gives it.\n
${tables.join('\n')}`
}
