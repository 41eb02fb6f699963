/** Results of scheduled osquery queries: rows that were added or removed, of tables that the query's author names. */
import { compileSource } from '../../mapping/source.ts'
import { first, integer, is, lookup, type SourceTable, text, time } from '../../mapping/table.ts'

export const OSQUERY: SourceTable = {
  id: 'osquery/1',
  shapes: [{ name: 'json', is: () => true }],
  select: ['action'],
  rows: {
    time: time('unixTime', 'calendarTime'),
    severity_id: is('Informational'),
    'metadata.product.name': is('osquery'),
    'metadata.product.vendor_name': is('osquery'),
    'metadata.log_name': 'name',
    'metadata.event_code': 'action',
    'device.hostname': ['hostIdentifier', 'decorations.hostname'],
    'device.uid': 'decorations.host_uuid',
    'device.type_id': is('Unknown'),
  },
  logSource: { service: 'osquery' },
  chapters: [
    {
      name: 'results',
      aliases: {
        CommandLine: ['columns.cmdline', 'columns.command'],
        Image: ['columns.path'],
        User: ['columns.username', 'columns.user'],
      },
      profiles: [
        {
          name: 'result',
          when: {},
          class: 'base_event',
          activity: lookup('action', {}, 'Other'),
          unclassified: 'a row of any table: what it means is known to who wrote the query',
          rows: {
            message: first('columns.cmdline', 'columns.command', 'columns.path', 'name'),
            'actor.user.name': ['columns.username', 'columns.user'],
            'actor.user.uid': text('columns.uid'),
            'actor.process.pid': integer('columns.pid'),
          },
        },
      ],
    },
  ],
  recognises: (record) =>
    typeof record.name === 'string' &&
    typeof record.action === 'string' &&
    typeof record.columns === 'object' &&
    record.columns !== null,
}
export const osquery = compileSource(OSQUERY)
