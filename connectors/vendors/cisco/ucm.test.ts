import { recordOf } from '../../families/syslog/fixture-line.ts'
import { sourceTests } from '../../mapping/source-tests.ts'
import { ciscoUcm } from './ucm.ts'

const recordFor = (words: string) => recordOf(`<189>8103: Mar  4 10:11:12 UTC : ${words}`)

sourceTests(ciscoUcm, [
  {
    name: 'a change',
    record: recordFor(
      '%UC_AUDITLOG-5-AdministrativeEvent: %[ UserID =ann][ ClientAddress =192.0.2.7][ Severity =5][ EventType =GeneralConfigurationUpdate][ ResourceAccessed=CUCMAdmin][ EventStatus =Success][ ComponentID =Administration][ AuditDetails =record deleted][App ID=Cisco Tomcat][Node ID=cm1]: Audit Event',
    ),
    becomes: {
      class_uid: 6003,
      status: 'Success',
      actor: { user: { name: 'ann' } },
      api: { operation: 'GeneralConfigurationUpdate' },
      src_endpoint: { ip: '192.0.2.7' },
      device: { hostname: 'cm1' },
    },
  },
  {
    name: 'a refused login',
    record: recordFor(
      '%UC_AUDITLOG-5-AdministrativeEvent: %[UserID=eve][ClientAddress=192.0.2.7][EventType=UserLogging][ResourceAccessed=CUCMAdmin][EventStatus=Failure][Node ID=cm1]: Audit Event',
    ),
    becomes: { class_uid: 3002, status: 'Failure', user: { name: 'eve' } },
  },
  {
    name: 'an alarm',
    record: recordFor('%CCM_RTMT-RTMT-2-RTMT-ERROR-ALERT: RTMT Alert Name:SyslogSeverityMatchFound Node ID:cm1'),
    becomes: { class_uid: 0, severity: 'Critical' },
  },
])
