/** The frameworks that are known. Of their controls only those are here about which a product like this can say something. */
import { AppError } from '../../../platform/errors.ts'
import type { Control, Framework } from '../framework.ts'
import type { MeasureId } from '../measures/measure.ts'

const control = (id: string, title: string, ...measures: MeasureId[]): Control => ({ id, title, measures })

export const FRAMEWORKS: readonly Framework[] = [
  {
    ...{ id: 'nist-csf', name: 'NIST Cybersecurity Framework', version: '2.0' },
    scope: 'subcategories about access, logging, monitoring, analysis and response',
    controls: [
      control('GV.RR-02', 'Who answers for what is written down', 'oncall'),
      control('ID.RA-02', 'Threat intelligence is received', 'threat_intel'),
      control('ID.IM-02', 'Exercises lead to improvements', 'detection_tested', 'tabletop'),
      control('PR.AA-01', 'Identities and credentials are managed', 'dormant_users', 'api_keys'),
      control('PR.AA-03', 'People prove who they are', 'sso', 'second_factor'),
      control('PR.AA-05', 'What people may do is reviewed', 'dormant_users'),
      control('PR.DS-11', 'Backups are made and tried', 'backups'),
      control('PR.PS-04', 'Logs are written and can be read', 'sources', 'log_retention'),
      control('DE.CM-01', 'Networks are watched', 'sources', 'detection_rules'),
      control('DE.CM-03', 'What people do is watched', 'sources', 'detection_rules'),
      control('DE.CM-09', 'Hosts and programs are watched', 'sources', 'detection_rules'),
      control('DE.AE-02', 'What stands out is analysed', 'alerts_triaged'),
      control('DE.AE-03', 'What several sources say is put together', 'sources', 'detection_rules'),
      control('DE.AE-07', 'Threat intelligence is used in analysis', 'threat_intel'),
      control('DE.AE-08', 'What counts as an incident is declared one', 'alerts_triaged', 'cases_due'),
      control('RS.MA-01', 'Incidents are handled by a plan', 'cases_due', 'tabletop'),
      control('RS.MA-02', 'Reports are looked at and sorted', 'alerts_triaged'),
      control('RS.MA-04', 'Incidents are passed to who can decide', 'oncall'),
      control('RS.AN-06', 'What was done is recorded and stays as it is', 'audit_chain'),
      control('RS.CO-02', 'Those who have to know are told'),
      control('RC.RP-03', 'Backups are checked before they are used', 'backups'),
    ],
  },
  {
    ...{ id: 'iso-27001', name: 'ISO/IEC 27001 Annex A', version: '2022' },
    scope: 'controls of Annex A about access, logging, monitoring and incidents',
    controls: [
      control('A.5.7', 'Threat intelligence', 'threat_intel'),
      control('A.5.15', 'Rules for access'),
      control('A.5.16', 'Identities over their life', 'dormant_users'),
      control('A.5.17', 'Passwords and other proofs', 'sso', 'second_factor', 'api_keys'),
      control('A.5.18', 'Rights are given, reviewed and taken away', 'dormant_users'),
      control('A.5.24', 'Incidents are prepared for', 'oncall', 'tabletop'),
      control('A.5.25', 'Events are judged', 'alerts_triaged'),
      control('A.5.26', 'Incidents are answered', 'cases_due'),
      control('A.5.27', 'Incidents are learned from', 'detection_tested'),
      control('A.5.28', 'Evidence is collected and kept', 'audit_chain', 'log_retention'),
      control('A.8.2', 'Far-reaching rights are few and watched', 'dormant_users', 'api_keys'),
      control('A.8.5', 'Secure sign-in', 'sso', 'second_factor'),
      control('A.8.13', 'Backups', 'backups'),
      control('A.8.15', 'Logging', 'sources', 'audit_chain', 'log_retention'),
      control('A.8.16', 'Monitoring', 'detection_rules', 'detection_tested', 'alerts_triaged'),
      control('A.8.17', 'Clocks agree'),
      control('A.8.24', 'Use of cryptography'),
    ],
  },
  {
    ...{ id: 'soc2', name: 'SOC 2 Trust Services Criteria', version: '2017, points of focus 2022' },
    scope: 'common criteria 4, 6 and 7, and A1.2',
    controls: [
      control('CC4.1', 'Controls are looked at again and again', 'detection_tested'),
      control('CC6.1', 'Access is limited by technical means', 'sso', 'second_factor', 'api_keys'),
      control('CC6.2', 'People are registered before they get in, and removed after', 'dormant_users'),
      control('CC6.3', 'Rights follow roles', 'dormant_users'),
      control('CC6.6', 'Threats from outside are kept out', 'detection_rules', 'threat_intel'),
      control('CC6.7', 'Data on its way is protected'),
      control('CC6.8', 'Malicious programs are prevented or found', 'detection_rules'),
      control('CC7.1', 'Changes and weaknesses are found', 'sources', 'detection_rules'),
      control('CC7.2', 'What stands out is watched for', 'sources', 'detection_rules', 'detection_tested'),
      control('CC7.3', 'Events are judged', 'alerts_triaged'),
      control('CC7.4', 'Incidents are answered by a plan', 'cases_due', 'oncall', 'tabletop'),
      control('CC7.5', 'Recovery from incidents', 'cases_due', 'backups'),
      control('A1.2', 'Backups and recovery are in place', 'backups'),
    ],
  },
  {
    ...{ id: 'pci-dss', name: 'PCI DSS requirement 10', version: '4.0.1' },
    scope: 'logging and monitoring of access, as far as this installation keeps the logs',
    controls: [
      control('10.2.1', 'Audit logs are on', 'sources'),
      control('10.2.1.2', 'What administrators do is logged', 'audit_chain'),
      control('10.2.1.3', 'Access to logs is logged', 'audit_chain'),
      control('10.2.1.4', 'Refused access is logged', 'sources'),
      control('10.2.1.5', 'Changes of credentials are logged', 'audit_chain'),
      control('10.3.1', 'Only who needs to reads logs', 'dormant_users'),
      control('10.3.2', 'Nobody changes logs', 'audit_chain'),
      control('10.3.3', 'Logs are copied to where they are safe', 'sources', 'backups'),
      control('10.3.4', 'A change of a log is noticed', 'audit_chain'),
      control('10.4.1', 'Logs are reviewed daily', 'alerts_triaged'),
      control('10.4.1.1', 'Reviews are automated', 'detection_rules'),
      control('10.4.3', 'What a review finds is followed', 'alerts_triaged', 'cases_due'),
      control('10.5.1', 'Logs are kept for a year', 'log_retention'),
      control('10.6.1', 'Clocks agree'),
      control('10.7.2', 'A control that fails is noticed', 'sources', 'detection_tested'),
      control('10.7.3', 'A control that failed is put right'),
    ],
  },
  {
    ...{ id: 'hipaa', name: 'HIPAA Security Rule, technical safeguards', version: '45 CFR 164.312' },
    scope: 'technical safeguards, as far as they concern this installation',
    controls: [
      control('164.312(a)(1)', 'Access is limited', 'dormant_users', 'api_keys'),
      control('164.312(a)(2)(i)', 'Everybody has a name of their own', 'sso'),
      control('164.312(a)(2)(ii)', 'Access in an emergency'),
      control('164.312(a)(2)(iii)', 'Sessions end by themselves'),
      control('164.312(a)(2)(iv)', 'Data at rest is encrypted'),
      control(
        '164.312(b)',
        'What happens in systems is recorded and looked at',
        'audit_chain',
        'sources',
        'alerts_triaged',
      ),
      control('164.312(c)(1)', 'Data is not changed or destroyed unseen', 'audit_chain'),
      control('164.312(d)', 'People prove who they are', 'sso', 'second_factor'),
      control('164.312(e)(1)', 'Data on its way is protected'),
    ],
  },
]

/** Throws `not_found`. */
export function frameworkById(id: string): Framework {
  const found = FRAMEWORKS.find((framework) => framework.id === id)
  if (!found) throw new AppError('not_found', 'there is no such framework')
  return found
}
