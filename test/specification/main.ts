/**
 * Requests everything that the specification names from a running installation, and writes docs/specification.md: one
 * row for each item, with the request and the response. `npm run spec` starts its own instance; `npm run spec -- --url
 * URL --token TOKEN` uses another one, whose ports it does not know.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { faultOf, hasMember, memberOf } from './check-answer.ts'
import { type ApiTarget, ask, urlOf } from './door.ts'
import type { Made, SpecifiedOperation } from './operations/specified-operation.ts'
import { OPERATIONS } from './operations.ts'
import { withOwnInstallation } from './own-installation.ts'
import { pageOf, type Row, type Verdict } from './page.ts'
import { GRAPHQL_PAGE, GRAPHQL_TYPES } from './query-interface.ts'
import { SERVICES } from './services.ts'
import { stopOtherInstallation } from './walks/other-settings.ts'
import type { Walk } from './walks/walk.ts'
import { WALKS } from './walks.ts'

const OUT = path.join(import.meta.dirname, '../../docs/specification.md')

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    token: { type: 'string' },
    tenant: { type: 'string' },
    'port-offset': { type: 'string' },
    /** Runs only lines whose section or text contains this; they are printed, and no page is written. */
    only: { type: 'string' },
  },
})
const rows = await (values.url === undefined ? withOwnInstallation(rowsOf) : rowsOf(apiTargetOf(values.url))).finally(
  stopOtherInstallation,
)
if (values.only === undefined && values.url === undefined) fs.writeFileSync(OUT, pageOf(rows))
for (const row of rows)
  if (values.only !== undefined || row.verdict !== 'as specified')
    console.log(`${row.verdict}: ${row.section}, ${row.sent}: ${row.came}`)
const counts = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length
console.log(
  `${rows.length} lines: ${counts('as specified')} as specified, ${counts('differs')} differ, ${counts('missing')} missing`,
)

function apiTargetOf(url: string): ApiTarget {
  const portOffset = values['port-offset'] === undefined ? null : Number(values['port-offset'])
  return { url, token: values.token ?? '', tenant: values.tenant ?? 'default', portOffset, own: null }
}

async function rowsOf(door: ApiTarget): Promise<Row[]> {
  const made: Record<string, string> = {}
  const rows: Row[] = []
  if (values.only === undefined) {
    for (const operation of OPERATIONS) rows.push(await rowOf(door, operation, made))
    rows.push(...(await graphqlRows(door)), ...(await serviceRows(door)))
  }
  for (const one of WALKS) {
    const isWanted = values.only === undefined || `${one.section} ${one.says}`.includes(values.only)
    const isPossible = door.own !== null || (one.needsOwn !== true && door.portOffset !== null)
    if (isWanted && isPossible) rows.push(await walkRow(door, one))
  }
  return rows
}

async function walkRow(door: ApiTarget, { section, says, run }: Walk): Promise<Row> {
  try {
    return { section, sent: says, came: await run(door), verdict: 'as specified' }
  } catch (error) {
    return { section, sent: says, came: short(String((error as Error).message)), verdict: 'differs' }
  }
}

async function rowOf(door: ApiTarget, request: SpecifiedOperation, made: Record<string, string>): Promise<Row> {
  const line = filled(request.line, made)
  const [method = '', place = ''] = line.split(' ')
  const body =
    request.body === undefined
      ? method === 'GET'
        ? undefined
        : {}
      : JSON.parse(filled(JSON.stringify(request.body), made))
  const answer = await ask(door, line, { body, ...(request.without === 'credential' ? { token: null } : {}) })
  const id = memberOf(answer.body, 'id') ?? memberOf(answer.body, 'case.id')
  if (request.makes !== undefined && typeof id === 'string') made[request.makes] = id
  const lacking = (request.members ?? []).filter((name) => !hasMember(answer.body, name))
  const isThere = answer.status !== 405 && !(answer.status === 404 && answer.detail === 'there is no such resource')
  const isRight = request.status.includes(answer.status)
  const fault = isRight ? faultOf(method, urlOf(door, place), answer) : null
  const verdict = !isThere ? 'missing' : isRight && lacking.length === 0 && fault === null ? 'as specified' : 'differs'
  const sent = `${request.line}${request.without === 'credential' ? ', no credential' : ''}${request.body === undefined ? '' : ` ${short(request.body)}`}`
  const expected = isRight ? '' : `, and not ${request.status.join(' or ')}`
  const came = `${answer.status}${expected}${answer.status >= 400 ? `: ${short(answer.detail)}` : ''}${lacking.length > 0 ? `; lacks ${lacking.join(', ')}` : ''}${fault === null ? '' : `; ${fault}`}`
  return { section: request.section, sent, came, verdict }
}

async function graphqlRows(door: ApiTarget): Promise<Row[]> {
  const query =
    '{ __schema { types { name fields { name type { ...T } } } } } fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }'
  const { body } = await ask(door, 'POST //graphql', { body: { query } })
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
  const page = await ask(door, 'POST //graphql', { body: { query: GRAPHQL_PAGE } })
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

async function serviceRows({ portOffset }: ApiTarget): Promise<Row[]> {
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
