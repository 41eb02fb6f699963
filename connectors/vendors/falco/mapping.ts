/** Falco alerts as JSON. Field names: the output fields of Falco 0.38. */
import { compileSource } from '../../mapping/source.ts'
import {
  capture,
  first,
  integer,
  ip,
  is,
  list,
  lookup,
  objects,
  type SourceTable,
  text,
  time,
} from '../../mapping/table.ts'

/** Names with dots in them are one name. */
const f = (name: string) => `output_fields.${name.replaceAll('.', '\\.')}`

const A_PATH = /^(\/.{1,4096})$/

/** Techniques are among the tags of a rule. */
function settle(record: Record<string, unknown>): void {
  if (record.parsed !== undefined) return
  const tags = Array.isArray(record.tags) ? record.tags : []
  record.parsed = {
    techniques: tags.filter((tag) => typeof tag === 'string' && TECHNIQUE.test(tag)).map((uid) => ({ uid })),
  }
}

const TECHNIQUE = /^T\d{4}(?:\.\d{3})?$/

export const FALCO: SourceTable = {
  id: 'falco/1',
  shapes: [{ name: 'json', is: () => true, settle }],
  select: ['source'],
  rows: {
    time: time('time', f('evt.time')),
    severity_id: lookup('priority', {
      Emergency: 'Critical',
      Alert: 'Critical',
      Critical: 'Critical',
      Error: 'High',
      Warning: 'Medium',
      Notice: 'Low',
      Informational: 'Informational',
      Debug: 'Informational',
    }),
    'metadata.product.name': is('Falco'),
    'metadata.product.vendor_name': is('Falco'),
    'metadata.log_name': 'source',
    'metadata.original_event_uid': 'uuid',
    'metadata.original_time': 'time',
    'metadata.event_code': 'rule',
    'device.hostname': 'hostname',
    'device.type_id': is('Unknown'),
    message: 'output',
  },
  vendorId: 'uuid',
  logSource: { product: 'falco' },
  chapters: [
    {
      name: 'alerts',
      aliases: {
        CommandLine: [f('proc.cmdline')],
        Image: [f('proc.exepath')],
        ParentImage: [f('proc.pexepath')],
        User: [f('user.name')],
      },
      profiles: [
        {
          name: 'alert',
          when: {},
          class: 'detection_finding',
          activity: 'Create',
          rows: {
            'finding_info.title': 'rule',
            'finding_info.uid': first('uuid', 'rule'),
            'finding_info.desc': 'output',
            'finding_info.analytic.name': 'rule',
            'finding_info.analytic.type_id': is('Rule'),
            'finding_info.types': list('tags', /,/),
            attacks: objects('parsed.techniques', { 'technique.uid': 'uid' }),
            'actor.user.name': [f('user.name'), f('ka.user.name')],
            'actor.user.uid': text(f('user.uid')),
            'actor.process.pid': integer(f('proc.pid')),
            'evidences[0].process.pid': integer(f('proc.pid')),
            'evidences[0].process.name': f('proc.name'),
            'evidences[0].process.cmd_line': f('proc.cmdline'),
            'evidences[0].process.parent_process.pid': integer(f('proc.ppid')),
            'evidences[0].process.parent_process.name': f('proc.pname'),
            // For a socket the name is that of a connection, and a pipe has no name.
            'evidences[0].file.path': capture(f('fd.name'), A_PATH),
            'evidences[0].file.name': capture(f('fd.name'), A_PATH, 'basename'),
            'evidences[0].file.type_id': is('Unknown'),
            'evidences[0].container.uid': f('container.id'),
            'evidences[0].container.name': f('container.name'),
            'evidences[0].container.image.uid': [
              f('container.image.digest'),
              f('container.image.id'),
              f('container.image.repository'),
            ],
            'evidences[0].container.image.name': f('container.image.repository'),
            'evidences[0].src_endpoint.ip': ip(f('fd.cip')),
            'evidences[0].src_endpoint.port': integer(f('fd.cport')),
            'evidences[0].dst_endpoint.ip': ip(f('fd.sip')),
            'evidences[0].dst_endpoint.port': integer(f('fd.sport')),
          },
        },
      ],
    },
  ],
  recognises: (record) =>
    typeof record.rule === 'string' && typeof record.priority === 'string' && typeof record.output === 'string',
}
export const falco = compileSource(FALCO)
