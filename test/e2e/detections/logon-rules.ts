/** Rules over several events in a whole installation: each incident gives one signal, in any order of its events. */
import { expect, test } from 'vitest'
import type { Instance } from '../instance.ts'
import { until } from '../until.ts'
import { idOfRule, push } from './push.ts'

const TENANT = 'initech'
const SPRAYING = 'windows/password-spraying.yml'
const GUESSED = 'windows/guessed-password.yml'

const SPAN_MS = 10 * 60_000
/**
 * All events are in one window, which ends with the last of them: across the edge of two windows they would be two
 * incidents.
 */
const BEGUN_MS = (Math.floor(Date.now() / SPAN_MS) - 1) * SPAN_MS

const logon = (record: number, eventId: number, user: string, second: number) => ({
  EventTime: new Date(BEGUN_MS + second * 1000).toISOString(),
  Hostname: 'WS-ACCT-11.harbor.example',
  Channel: 'Security',
  EventID: eventId,
  RecordNumber: record,
  TargetUserName: user,
  LogonType: 3,
  IpAddress: '10.2.0.77',
  Status: '0xc000006d',
  SubStatus: '0xc000006a',
})

export async function pushLogons(instance: Instance): Promise<void> {
  const token = await instance.token(TENANT)
  const failed = Array.from({ length: 12 }, (_, n) => logon(100 + n, 4625, 'j.doe', 10 + n))
  const sprayed = Array.from({ length: 25 }, (_, n) => logon(200 + n, 4625, `user-${n}`, 40 + n))
  // Pushed in reverse order and in several batches, because only the time of the event counts.
  await push(instance, token, [logon(300, 4624, 'j.doe', 100)])
  await push(instance, token, sprayed.toReversed())
  await push(instance, token, failed.toReversed())
  await push(instance, token, failed)
}

type Correlated = { tenant_id: string; event_uids: string[]; user: string; src_ip: string; group: string[] }

/** Call after `pushLogons`. */
export function logonRules(shared: () => Instance): void {
  const correlated = (rule: string) =>
    shared().rows<Correlated>(
      `SELECT tenant_id, event_uids, user, src_ip, matched.value AS group FROM signals WHERE rule_id = '${rule}'`,
    )

  test('many failed logons and then one that works are signals of the rules over several events, once', async () => {
    await shared().drained()
    const spraying = (await correlated(idOfRule(SPRAYING))).filter(({ tenant_id }) => tenant_id === TENANT)
    expect(spraying.map(({ src_ip }) => src_ip)).toEqual(['::ffff:10.2.0.77'])

    // The first of two consecutive windows must be over, so a minute of lateness must pass.
    await until('the guessed password raised a signal', async () => (await correlated(idOfRule(GUESSED))).length > 0)
    const [guessed, ...rest] = await correlated(idOfRule(GUESSED))
    expect(rest).toEqual([])
    expect(guessed).toMatchObject({ tenant_id: TENANT, user: 'j.doe', group: ['10.2.0.77', 'j.doe'] })
    const success = await shared().rows<{ event_uid: string }>(
      `SELECT event_uid FROM events WHERE tenant_id = '${TENANT}' AND event_code = '4624'`,
    )
    expect(guessed?.event_uids).toContain(success[0]?.event_uid)
  })
}
