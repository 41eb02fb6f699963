/** New alerts in a whole installation: over HTTP in, over a WebSocket and an event stream out, whatever is killed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PORTS } from '../../services/config.ts'
import { Instance } from './instance.ts'
import { type Follower, openFollower, type Seen } from './realtime-follower.ts'
import { until } from './until.ts'

let instance: Instance
let people: Follower

beforeAll(async () => {
  instance = await Instance.start({ SVC_REALTIME_CONNECTS: '1000' })
  people = await openFollower(instance, ['acme', 'globex'])
})
afterAll(() => instance.remove())

const realtimeUrl = () => instance.file().realtimeUrl

test('an alert over HTTP is told to those who follow its tenant, and to nobody else', async () => {
  const [ws, sse, other] = [await people.follow('acme'), await people.followSse('acme'), await people.follow('globex')]
  const passed = await people.follow('acme', undefined, `${instance.apiUrl}/api/v1/realtime`)
  const { id } = await people.alert('acme', 'told')
  await until('the alert on both streams', () => ws.titles().length === 1 && sse.text().includes(id))
  await until('the alert through the API', () => passed.ids().includes(id))
  await people.alert('globex', 'of another')
  await until('the other tenant’s own', () => other.titles().length === 1)
  expect([ws.titles(), other.titles()]).toEqual([['told'], ['of another']])
  expect(sse.text()).not.toContain('of another')
  await sse.end()
  for (const { socket } of [ws, passed, other]) socket.terminate()
})

test('a stream whose process is killed goes on in the next one: what was missed comes once, in order', async () => {
  const before = await people.follow('acme')
  await people.alert('acme', 'first')
  await until('the first alert', () => before.titles().length === 1)
  await killApi()
  await until('the stream is cut', before.isClosed)
  for (const title of ['second', 'third']) await people.alert('acme', title)
  await people.alert('globex', 'not theirs')
  const after = await people.follow('acme', before.cursor())
  await people.alert('acme', 'fourth')
  await until('what was missed and what came', () => after.titles().length === 3)
  expect(after.titles()).toEqual(['second', 'third', 'fourth'])
  after.socket.terminate()
})

test('relays that are killed lose nothing and tell nothing twice', async () => {
  let stream = await people.follow('acme')
  const seen: string[] = []
  const made: string[] = []
  for (let n = 0; n < 40; n++) {
    made.push((await people.alert('acme', `alert ${n}`)).id)
    if (n % 20 !== 10) continue
    await killApi()
    // The streams ended with the relays: a follower goes on from the last frame it has.
    seen.push(...stream.ids())
    stream = await people.follow('acme', stream.cursor())
  }
  await until('all of them', () => seen.length + stream.ids().length >= made.length)
  expect([...seen, ...stream.ids()]).toEqual(made)
  await until('the relays are well', async () => {
    const { status, figures } = await health(instance.file().relayUrl)
    return status === 'ok' && figures.entity_changes?.waiting_rows === 0 && figures.entity_changes.oldest_seconds === 0
  })
  const { subsystems } = await health(instance.file().relayUrl)
  expect(subsystems).toMatchObject({ postgres: 'ok', backbone: 'ok', control_outbox: 'ok', entity_changes: 'ok' })
  stream.socket.terminate()
})

test('every service says how its subsystems are', async () => {
  const { apiUrl, ingestUrl, pipelineUrl, relayUrl, portOffset } = instance.file()
  const chainerUrl = `http://127.0.0.1:${PORTS.chainer + portOffset}`
  for (const url of [apiUrl, ingestUrl, pipelineUrl, relayUrl, realtimeUrl(), chainerUrl]) {
    // Entity changes may wait for a moment after an alert, so a service is asked until it is well.
    await until(`${url} to be well`, async () => (await health(url)).status === 'ok')
    const found = await health(url)
    expect([url, Object.values(found.subsystems).filter((state) => state !== 'ok')]).toEqual([url, []])
    expect(Object.keys(found.subsystems).length).toBeGreaterThan(0)
  }
})

/** Kills the process of the API, of the streams and of the relays, and waits for the next one. */
async function killApi(): Promise<void> {
  const pid = instance.file().children.api
  if (pid === null || pid === undefined) throw new Error('the API runs')
  process.kill(pid, 'SIGKILL')
  await until('the API is back', async () => (instance.file().children.api ?? pid) !== pid && (await isUp()))
}

const health = async (url: string): Promise<Seen> => (await fetch(`${url}/health`)).json()
const isUp = () =>
  health(realtimeUrl()).then(
    ({ status }) => status === 'ok',
    () => false,
  )
