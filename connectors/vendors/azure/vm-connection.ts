/** The table VMConnection of Log Analytics: connections of a machine's processes, by minute. */
import { compileSource } from '../../mapping/source.ts'
import { integer, ip, is, lookup, type SourceTable, time } from '../../mapping/table.ts'
import { cloud, product } from './common.ts'

export const VM_CONNECTION: SourceTable = {
  id: 'azure-vm-connection/1',
  shapes: [{ name: 'table', is: () => true }],
  select: ['Direction'],
  recognises: (record) => record.Type === 'VMConnection',
  logSource: { product: 'azure', service: 'vmconnection', categories: ['network_connection'] },
  rows: {
    ...product('VM Insights'),
    ...cloud('_ResourceId'),
    time: time('TimeGenerated'),
    severity_id: is('Informational'),
    'metadata.event_code': 'Type',
    'metadata.original_event_uid': 'ConnectionId',
    'device.hostname': 'Computer',
    'device.uid': ['Machine', 'AgentId'],
    'device.type_id': is('Virtual'),
    'actor.process.name': 'ProcessName',
    'actor.process.uid': 'Process',
    'src_endpoint.ip': ip('SourceIp'),
    'dst_endpoint.ip': ip('DestinationIp'),
    'dst_endpoint.port': integer('DestinationPort'),
    'dst_endpoint.hostname': 'RemoteDnsCanonicalNames',
    'dst_endpoint.location.country': 'RemoteCountry',
    'connection_info.protocol_name': 'Protocol',
    'connection_info.uid': 'ConnectionId',
    'connection_info.direction_id': lookup(
      'Direction',
      { inbound: 'Inbound', outbound: 'Outbound', local: 'Local' },
      'Unknown',
      'Unknown',
    ),
    'traffic.bytes_out': integer('BytesSent'),
    'traffic.bytes_in': integer('BytesReceived'),
    count: integer('LinksEstablished'),
  },
  chapters: [
    {
      name: 'connections',
      aliases: { Image: 'ProcessName', Initiated: 'Direction', DestinationHostname: 'RemoteDnsCanonicalNames' },
      profiles: [
        {
          name: 'connection',
          when: {},
          class: 'network_activity',
          activity: 'Traffic',
        },
      ],
    },
  ],
}

export const vmConnection = compileSource(VM_CONNECTION)
