/**
 * New alerts in a whole installation: pushed over HTTP, received over a WebSocket and an event stream, while processes
 * are killed.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { PORTS } from '../../../services/config.ts'
import type { Instance } from '../instance.ts'
import { type Follower, openFollower, type Seen } from '../realtime-follower.ts'
import { until } from '../until.ts'

/** Tenants in which nothing else makes an alert. */
const OURS = 'followed'
const THEIRS = 'not-followed'

export function realtime(shared: () => Instance): void {
  describe('new alerts', () => {
    let instance: Instance
    let people: Follower

    beforeAll(async () => {
      instance = shared()
      people = await openFollower(instance, [OURS, THEIRS])
    })

    test('an alert created over HTTP reaches the followers of its tenant, and nobody else', async () => {
      const [ws, sse, other] = [await people.follow(OURS), await people.followSse(OURS), await people.follow(THEIRS)]
      const passed = await people.follow(OURS, undefined, `${instance.apiUrl}/api/v1/realtime`)
      const { id } = await people.alert(OURS, 'told')
      await until('the alert on both streams', () => ws.titles().length === 1 && sse.text().includes(id))
      await until('the alert through the API', () => passed.ids().includes(id))
      await people.alert(THEIRS, 'of another')
      await until('the other tenant’s own', () => other.titles().length === 1)
      expect([ws.titles(), other.titles()]).toEqual([['told'], ['of another']])
      expect(sse.text()).not.toContain('of another')
      await sse.end()
      for (const { socket } of [ws, passed, other]) socket.terminate()
    })

    test('a stream whose process is killed goes on in the next one: what was missed comes once, in order', async () => {
      const before = await people.follow(OURS)
      await people.alert(OURS, 'first')
      await until('the first alert', () => before.titles().length === 1)
      await killApi(instance)
      await until('the stream is cut', before.isClosed)
      for (const title of ['second', 'third']) await people.alert(OURS, title)
      await people.alert(THEIRS, 'not theirs')
      const after = await people.follow(OURS, before.cursor())
      await people.alert(OURS, 'fourth')
      await until('what was missed and what came', () => after.titles().length === 3)
      expect(after.titles()).toEqual(['second', 'third', 'fourth'])
      after.socket.terminate()
    })

    test('relays that are killed lose nothing and tell nothing twice', async () => {
      let stream = await people.follow(OURS)
      const seen: string[] = []
      const made: string[] = []
      for (let n = 0; n < 40; n++) {
        made.push((await people.alert(OURS, `alert ${n}`)).id)
        if (n % 20 !== 10) continue
        await killApi(instance)
        // The streams ended with the relays: a follower resumes from its last frame.
        seen.push(...stream.ids())
        stream = await people.follow(OURS, stream.cursor())
      }
      await until('all of them', () => seen.length + stream.ids().length >= made.length)
      expect([...seen, ...stream.ids()]).toEqual(made)
      await until('the relays are well', async () => {
        const { status, figures } = await health(instance.file().relayUrl)
        return (
          status === 'ok' && figures.entity_changes?.waiting_rows === 0 && figures.entity_changes.oldest_seconds === 0
        )
      })
      const { subsystems } = await health(instance.file().relayUrl)
      expect(subsystems).toMatchObject({ postgres: 'ok', backbone: 'ok', control_outbox: 'ok', entity_changes: 'ok' })
      stream.socket.terminate()
    })

    test('every service says how its subsystems are', async () => {
      const { apiUrl, ingestUrl, pipelineUrl, relayUrl, realtimeUrl, portOffset } = instance.file()
      const chainerUrl = `http://127.0.0.1:${PORTS.chainer + portOffset}`
      for (const url of [apiUrl, ingestUrl, pipelineUrl, relayUrl, realtimeUrl, chainerUrl]) {
        // Entity changes may be delayed for a moment after an alert, so the health of each service is awaited.
        await until(`${url} to be well`, async () => (await health(url)).status === 'ok')
        const found = await health(url)
        expect([url, Object.values(found.subsystems).filter((state) => state !== 'ok')]).toEqual([url, []])
        expect(Object.keys(found.subsystems).length).toBeGreaterThan(0)
      }
    })
  })
}

/** Kills the process of API, streams and relays, and waits for the next one. */
async function killApi(instance: Instance): Promise<void> {
  const pid = instance.file().children.api
  if (pid === null || pid === undefined) throw new Error('the API runs')
  process.kill(pid, 'SIGKILL')
  await until('the API is back', async () => (instance.file().children.api ?? pid) !== pid && (await isUp(instance)))
}

const health = async (url: string): Promise<Seen> => (await fetch(`${url}/health`)).json()
const isUp = (instance: Instance) =>
  health(instance.file().realtimeUrl).then(
    ({ status }) => status === 'ok',
    () => false,
  )
