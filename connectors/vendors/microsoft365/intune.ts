/** Microsoft Intune: administrators' changes, and events of managed devices. */
import { isMembers, type Members } from '../../../platform/members.ts'
import { entityVerb, FIRST_WORD } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, email, is, json, lookup, type SourceTable, text, time } from '../../mapping/table.ts'
import { product } from '../azure/common.ts'

const P = 'properties'

export const INTUNE: SourceTable = {
  id: 'microsoft-intune/1',
  shapes: [{ name: 'diagnostic', is: () => true }],
  select: ['category', 'operationName'],
  vendorId: `${P}.AuditEventId`,
  recognises: (record) => isIntune(record),
  logSource: { product: 'm365', service: 'intune' },
  rows: {
    ...product('Intune'),
    'cloud.provider': always('Microsoft 365'),
    'cloud.org.uid': ['tenantId', `${P}.AADTenantId`],
    // The header's own time lacks its hour in the audit log.
    time: time('time', `${P}.ActivityDate`, `${P}.StartTimeUtc`, `${P}.EnrollmentTimeUTC`),
    severity_id: is('Informational'),
    status_id: lookup(
      'resultType',
      { Success: 'Success', Failure: 'Failure', Fail: 'Failure', None: 'Unknown' },
      'Other',
    ),
    status_detail: ['resultDescription', `${P}.FailureReason`],
    'metadata.event_code': 'operationName',
    'metadata.log_name': 'category',
    'metadata.correlation_uid': 'correlationId',
    'metadata.original_event_uid': `${P}.AuditEventId`,
  },
  chapters: [
    {
      name: 'intune',
      profiles: [
        {
          name: 'device',
          when: { category: 'OperationalLogs', operationName: 'Compliance' },
          class: 'device_config_state_change',
          activity: 'Log',
          rows: {
            'device.hostname': `${P}.DeviceHostName`,
            'device.name': `${P}.DeviceName`,
            'device.uid': `${P}.IntuneDeviceId`,
            'device.os.name': `${P}.DeviceOperatingSystem`,
            'device.os.type_id': is('Unknown'),
            'device.type_id': is('Unknown'),
            'device.is_compliant': lookup(`${P}.AlertType`, { 'Managed Device Not Compliant': false }),
            'actor.user.name': [`${P}.UserName`, `${P}.UserDisplayName`],
            'actor.user.uid': `${P}.IntuneUserId`,
            message: [`${P}.AlertDisplayName`, `${P}.Description`],
          },
        },
        {
          name: 'enrolment',
          when: { category: 'OperationalLogs' },
          class: 'entity_management',
          activity: lookup('operationName', { Enrollment: 'Enroll' }, 'Other'),
          rows: {
            'entity.type_id': is('Device'),
            'entity.name': [`${P}.DeviceName`, `${P}.IntuneDeviceId`, 'operationName'],
            'entity.uid': [`${P}.IntuneDeviceId`, `${P}.AADDeviceId`],
            'entity.version': `${P}.OsVersion`,
            'actor.user.uid': `${P}.IntuneUserId`,
            comment: `${P}.EnrollmentType`,
          },
        },
        {
          name: 'administration',
          when: {},
          class: 'entity_management',
          activity: entityVerb('operationName', FIRST_WORD),
          rows: {
            'entity.name': [`${P}.TargetDisplayNames.0`, `${P}.TargetObjectIds.0`, 'operationName'],
            'entity.uid': `${P}.TargetObjectIds.0`,
            'entity.data': json(`${P}.Targets`),
            'actor.user.name': [`${P}.Actor.UPN`, 'identity', `${P}.Actor.Application`],
            'actor.user.uid': `${P}.Actor.ObjectId`,
            'actor.user.email_addr': email(`${P}.Actor.UPN`, 'identity'),
            'actor.app_name': `${P}.Actor.ApplicationName`,
            'actor.app_uid': text(`${P}.Actor.Application`),
          },
        },
      ],
    },
  ],
}

function isIntune(record: Readonly<Members>): boolean {
  const { properties, category } = record
  if (!isMembers(properties)) return false
  return (
    (category === 'AuditLogs' && ('AuditEventId' in properties || 'Actor' in properties)) ||
    (category === 'OperationalLogs' && ('IntuneDeviceId' in properties || 'IntuneAccountId' in properties))
  )
}

export const intune = compileSource(INTUNE)
