/**
 * Falco alerts as text, as it writes them to its output, to a file and to syslog unless `json_output` is set:
 * `10:11:12.123456789: Warning Shell was spawned (user=root container_id=ab12 shell=bash cmdline=bash -i)`. Form:
 * "Falco outputs" and the output fields of its rules.
 */
import { finding, syslogDevice } from '../../families/syslog/device.ts'
import type { PhraseValues } from '../../mapping/phrases.ts'
import { capture, is, lookup, text } from '../../mapping/table.ts'

const LINE =
  /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}\S{0,6}|\d\d:\d\d:\d\d\.\d{9}): (Emergency|Alert|Critical|Error|Warning|Notice|Informational|Debug) (.{1,8192})$/s
/** The pairs of the words; a value runs to the next name. */
const PAIR =
  /(?<=[ (])(user|command|cmdline|proc_cmdline|file|connection|container_id|process|shell)=(.{0,2048}?)(?= [a-z_.]{2,32}=|\)$|$)/g
const SOCKETS = /^\[?([\da-fA-F.:]{3,45}?)\]?:(\d{1,5})->\[?([\da-fA-F.:]{3,45}?)\]?:(\d{1,5})$/
const NOTHING = /^(?:<NA>|N\/A|null|)$/

function read(message: string): PhraseValues | null {
  const [, level = '', words = ''] = LINE.exec(message) ?? []
  if (level === '') return null
  const fields: PhraseValues = { kind: 'alert', level, words }
  for (const [, name = '', value = ''] of words.matchAll(PAIR)) if (!NOTHING.test(value)) fields[name] ??= value
  fields.title = words.replace(/ ?\(?(?:[a-z_.]{2,32}=.*)$/s, '').slice(0, 256) || words.slice(0, 256)
  const [, src_ip, src_port, dst_ip, dst_port] = SOCKETS.exec(fields.connection ?? '') ?? []
  if (src_ip !== undefined) Object.assign(fields, { src_ip, src_port, dst_ip, dst_port })
  return fields
}

export const falcoText = syslogDevice({
  id: 'falco-text/1',
  vendor: 'Falco',
  product: 'Falco',
  begins: LINE,
  read,
  profiles: [
    finding('alert', {
      'finding_info.analytic.name': 'parsed.title',
      'finding_info.analytic.type_id': is('Rule'),
      'finding_info.desc': 'parsed.words',
      'actor.user.name': capture('parsed.user', /^(\S{1,128})$/),
      // A process of OCSF has a number, which the words seldom give.
      'actor.app_name': text('parsed.process', 'parsed.shell'),
      status_detail: text('parsed.proc_cmdline', 'parsed.cmdline', 'parsed.command'),
      'evidences[0].file.path': capture('parsed.file', /^(\/.{1,4096})$/),
      'evidences[0].file.name': capture('parsed.file', /^(\/.{1,4096})$/, 'basename'),
      'evidences[0].file.type_id': is('Unknown'),
      'evidences[0].data': { kind: 'json', fields: 'parsed.words' },
      'evidences[0].container.uid': capture('parsed.container_id', /^(?!host$)(.{1,128})$/),
      severity_id: lookup('parsed.level', {
        ...{ Emergency: 'Critical', Alert: 'Critical', Critical: 'Critical', Error: 'High', Warning: 'Medium' },
        ...{ Notice: 'Low', Informational: 'Informational', Debug: 'Informational' },
      }),
      message: 'parsed.words',
    }),
  ],
  rest: 'nothing: each message is an alert',
  logSource: { product: 'falco' },
})
