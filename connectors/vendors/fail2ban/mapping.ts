/**
 * fail2ban: addresses that it finds in logs, bans and unbans. Form: `fail2ban.actions [12]: NOTICE [sshd] Ban
 * 198.51.100.4`.
 */
import { on, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { concat, ip, is, lookup, text, time } from '../../mapping/table.ts'

const LINE =
  /^(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} )?(?:fail2ban\.(?:actions|filter|jail)\s{0,16}(?:\[\d{1,10}\])?: )?(?:NOTICE|INFO|WARNING)\s{1,8}\[([\w.-]{1,64})\] (?:Restore )?(Ban|Unban|Found|Ignore) ([\da-fA-F.:]{2,45})(?: |$)/

function read(message: string): PhraseValues | null {
  const [, jail = '', what = '', address = ''] = LINE.exec(message) ?? []
  return what === '' ? null : { kind: what.toLowerCase(), jail, src_ip: address }
}

export const fail2ban = syslogDevice({
  id: 'fail2ban/1',
  vendor: 'Fail2Ban',
  product: 'Fail2Ban',
  begins: LINE,
  programs: /^fail2ban(?:-server|\.actions|\.filter|\.jail)?$/,
  is: (_, message) => LINE.test(message),
  read,
  rows: { time: time('syslog.time', 'syslog.timestamp') },
  profiles: [
    on('ban', {
      class: 'detection_finding',
      activity: 'Create',
      rows: {
        severity_id: is('Medium'),
        'finding_info.title': concat({ words: 'Address banned by ' }, 'parsed.jail'),
        'finding_info.uid': text('parsed.jail'),
        'finding_info.analytic.name': 'parsed.jail',
        'finding_info.analytic.type_id': is('Rule'),
        'evidences[0].src_endpoint.ip': ip('parsed.src_ip'),
        action_id: is('Denied'),
        disposition_id: is('Blocked'),
      },
    }),
    on(['found', 'unban', 'ignore'], {
      class: 'network_activity',
      activity: 'Other',
      rows: {
        'src_endpoint.ip': ip('parsed.src_ip'),
        'connection_info.direction_id': is('Inbound'),
        'firewall_rule.name': 'parsed.jail',
        severity_id: lookup('parsed.kind', { found: 'Low' }, 'Informational'),
      },
    }),
  ],
  rest: 'the program about itself',
})
