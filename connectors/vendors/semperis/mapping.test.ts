import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { semperis } from './mapping.ts'

sourceTests(semperis, [
  {
    name: 'an attribute of an account changes',
    record: recordOf(
      '<134>Mar  4 10:11:12 dsp1 Semperis.DSP [AdChanges@51802] [ForestId] 1 [ChangeId] 77 [PartitionNamingContext] DC=corp [DistinguishedName] CN=eve,CN=Users,DC=corp [ClassName] user [AttributeName] adminCount [ObjectModificationType] ModifyObject [AttributeModificationType] Modify [LinkedValueDN]  [OriginatingServer] dc1 [OriginatingTime] 2024-03-04T10:11:10.000000+00:00 [OriginatingUsers] CORP\\mallory [OriginatingUserWorkstations] pc7 [StringValueFrom] 0 [StringValueTo] 1 ',
    ),
    becomes: {
      class_uid: 3004,
      activity_name: 'Update',
      time: Date.UTC(2024, 2, 4, 10, 11, 10),
      entity: { name: 'CN=eve,CN=Users,DC=corp', type: 'user' },
      entity_result: { name: 'adminCount', data: '1' },
      actor: { user: { name: 'CORP\\mallory' } },
      src_endpoint: { hostname: 'pc7' },
      device: { hostname: 'dc1' },
    },
  },
])
