/** Runs the scenarios of the conformance suite in TypeScript, and prints their results as JSON. */
import { Client, ConnectionFailed, DeadlineExceeded, Problem, verifySignature } from '../typescript/src/index.ts'

const { PROXY = '', API_KEY: apiKey = '', EMAIL: email = '', PASSWORD: password = '' } = process.env
type Signed = { body: string; header: string; secret: string }
const signatures = JSON.parse(process.env.SIGNATURES ?? '[]') as Signed[]
const under = (fault: string, more = {}) => new Client({ baseUrl: `${PROXY}/${fault}/`, apiKey, ...more })

async function count(list: AsyncIterable<unknown>): Promise<number> {
  let found = 0
  for await (const _ of list) found++
  return found
}

async function failure(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'none'
  } catch (error) {
    if (error instanceof Problem) return `problem ${error.status} ${error.code}`
    if (error instanceof DeadlineExceeded) return 'deadline'
    if (error instanceof ConnectionFailed) return 'connection'
    if (/that no key has$/.test(String(error))) return 'not a key'
    if (/is not the API of svc/.test(String(error))) return 'another server'
    return error instanceof TypeError ? 'refused' : String(error)
  }
}

const create = (client: Client, title: string) => client.cases.create({ title, severity: 'low' })
const plain = under('plain')
const made = await create(plain, 'ts plain')

console.log(
  JSON.stringify({
    pages: await count(plain.alerts.list({ limit: 2 }).pages()),
    alerts: await count(plain.alerts.list({ limit: 2 })),
    filtered: await count(plain.alerts.list({ limit: 2, severity: 'high' })),
    limited: await count(under('limited').alerts.list({ limit: 50 })),
    unavailable: await count(under('unavailable').alerts.list({ limit: 50 })),
    gateway: await count(under('gateway').alerts.list({ limit: 50 })),
    cut: await count(under('cut').alerts.list({ limit: 50 })),
    half: await count(under('half').alerts.list({ limit: 50 })),
    late: await failure(under('late').alerts.list({ limit: 50 }).firstPage()),
    silent: await failure(under('silent', { timeoutMs: 300 }).users.me.get()),
    redirect: await failure(under('redirect').users.me.get()),
    page: await failure(count(under('page').alerts.list({ limit: 50 }))),
    none: await failure(plain.alerts.get('00000000-0000-0000-0000-000000000000')),
    invalid: await failure(plain.cases.create({ title: 'a' })),
    path: await failure(Promise.resolve().then(() => plain.alerts.get('..'))),
    unknown_key: await failure(under('plain', { apiKey: 'svc_nobody' }).users.me.get()),
    no_key: await failure(Promise.resolve().then(() => under('plain', { apiKey: 'svc_ключ' }))),
    key_of_file: await failure(Promise.resolve().then(() => under('plain', { apiKey: 'svc_key\n' }))),
    once: (await create(under('cut-answer'), 'ts once')).title,
    not_repeated: await failure(under('cut-answer-2').cases.comments.create(made.id, { body: 'ts comment' })),
    comments: await count(plain.cases.comments.list(made.id, { limit: 50 })),
    signed_in: (await new Client({ baseUrl: `${PROXY}/plain`, email, password }).users.me.get()).email,
    signatures: await Promise.all(signatures.map((one) => verifySignature(one.body, one.header, one.secret))),
    nulls: (await plain.cases.update(made.id, { description: null, title: 'ts changed' })).title,
  }),
)
