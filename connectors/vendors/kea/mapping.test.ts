import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { kea } from './mapping.ts'

const line = (words: string) => recordOf(`<134>Mar  4 10:11:12 dhcp1 kea-dhcp4[7]: ${words}`)

sourceTests(kea, [
  {
    name: 'a lease',
    record: line(
      'INFO DHCP4_LEASE_ALLOC [hwtype=1 00:00:5e:00:53:07], cid=[no info], tid=0x5: lease 192.0.2.10 has been allocated for 7200 seconds',
    ),
    becomes: {
      class_uid: 4004,
      activity_name: 'Ack',
      src_endpoint: { ip: '192.0.2.10', mac: '00:00:5e:00:53:07' },
      metadata: { event_code: 'DHCP4_LEASE_ALLOC' },
    },
  },
  {
    name: 'an offer',
    record: line('INFO DHCP4_LEASE_ADVERT [hwtype=1 00:00:5e:00:53:07], tid=0x5: lease 192.0.2.10 will be advertised'),
    becomes: { class_uid: 4004, activity_name: 'Offer' },
  },
  {
    name: 'the server about itself',
    record: line('INFO DHCP4_STARTED Kea version 2.4.1 started'),
    becomes: { class_uid: 0 },
  },
])
