/** FreeRADIUS: `Auth: (5) Login OK: [ada/<via Auth-Type = eap>] (from client ap1 port 0 cli 00-11-22-33-44-55)`. Form: its `log` module. */
import { logon, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { is } from '../../mapping/table.ts'

const LINE =
  /(?:^|Auth: )(?:\(\d{1,12}\) {1,4})?(Login OK|Login incorrect|Invalid user)(?: \((.{0,256}?)\))?: \[([^\]/]{1,256})(?:\/[^\]]{0,256})?\] \(from client (\S{1,255}) port (\d{1,10})(?: cli ([\w.:-]{1,64}))?/

function read(message: string): PhraseValues | null {
  const [, what = '', reason = '', user = '', client = '', , station = ''] = LINE.exec(message) ?? []
  if (what === '') return null
  return { kind: what === 'Login OK' ? 'login' : 'refused', reason, user, client, ...(station && { station }) }
}

const PROGRAM = /^(?:radiusd|freeradius)$/
const ROWS = { 'service.name': is('radius'), 'src_endpoint.hostname': 'parsed.client' } as const

export const freeradius = syslogDevice({
  id: 'freeradius/1',
  vendor: 'FreeRADIUS',
  product: 'FreeRADIUS',
  programs: PROGRAM,
  begins:
    /^(?:[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4} : )?(?:Auth: )?(?:\(\d{1,12}\) {1,4})?(?:Login OK|Login incorrect|Invalid user)(?: \(|: \[)/,
  is: (_, message) => LINE.test(message),
  read,
  profiles: [
    logon('login', 'Logon', is('Success'), ROWS),
    logon('refused', 'Logon', is('Failure'), { ...ROWS, severity_id: is('Medium') }),
  ],
  rest: 'nothing: each such line is a logon',
})
