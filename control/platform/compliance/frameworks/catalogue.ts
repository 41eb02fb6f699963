/**
 * The known frameworks: complete when their texts or numbers may be reproduced here, otherwise only the controls that
 * this product can measure.
 */
import { requireFound } from '../../../../platform/errors.ts'
import type { Control, Framework } from '../framework.ts'
import type { MeasureId } from '../measures/measure.ts'
import { NIST_800_53 } from './nist-800-53.ts'
import { NIST_CSF } from './nist-csf.ts'
import { PCI_DSS } from './pci-dss.ts'
import { SOC2 } from './soc2.ts'

const control = (id: string, title: string, ...measures: MeasureId[]): Control => ({ id, title, measures })

/** Controls of a whole catalogue, with the measures of those that this installation can measure. */
function whole(
  catalogue: readonly (readonly [id: string, title: string])[],
  measures: Readonly<Record<string, readonly MeasureId[]>>,
): readonly Control[] {
  return catalogue.map(([id, title]) => control(id, title, ...(measures[id] ?? [])))
}

/** A catalogue whose texts belong to its publisher: a control without a description of ours is shown by its number. */
function byNumber(ids: readonly string[], known: readonly Control[]): readonly Control[] {
  const named = new Map(known.map((one) => [one.id, one]))
  return ids.map((id) => named.get(id) ?? control(id, `Control ${id}: its text is with the publisher`))
}

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`)

const CSF_MEASURES: Readonly<Record<string, readonly MeasureId[]>> = {
  'GV.RR-02': ['oncall'],
  'ID.RA-02': ['threat_intel'],
  'ID.IM-02': ['detection_tested', 'tabletop'],
  'PR.AA-01': ['dormant_users', 'api_keys'],
  'PR.AA-03': ['sso', 'second_factor'],
  'PR.AA-05': ['dormant_users'],
  'PR.DS-11': ['backups'],
  'PR.PS-04': ['sources', 'log_retention'],
  'DE.CM-01': ['sources', 'detection_rules'],
  'DE.CM-03': ['sources', 'detection_rules'],
  'DE.CM-09': ['sources', 'detection_rules'],
  'DE.AE-02': ['alerts_triaged'],
  'DE.AE-03': ['sources', 'detection_rules'],
  'DE.AE-07': ['threat_intel'],
  'DE.AE-08': ['alerts_triaged', 'cases_due'],
  'RS.MA-01': ['cases_due', 'tabletop'],
  'RS.MA-02': ['alerts_triaged'],
  'RS.MA-04': ['oncall'],
  'RS.AN-06': ['audit_chain'],
  'RC.RP-03': ['backups'],
}

const MEASURES_800_53: Readonly<Record<string, readonly MeasureId[]>> = {
  'AC-2': ['dormant_users'],
  'AC-6': ['dormant_users', 'api_keys'],
  'AU-2': ['sources'],
  'AU-5': ['sources'],
  'AU-6': ['alerts_triaged', 'detection_rules'],
  'AU-9': ['audit_chain'],
  'AU-10': ['audit_chain'],
  'AU-11': ['log_retention', 'audit_days'],
  'AU-12': ['sources'],
  'CA-7': ['detection_rules', 'sources'],
  'CA-8': ['detection_tested'],
  'CP-9': ['backups'],
  'IA-2': ['sso', 'second_factor'],
  'IA-4': ['dormant_users'],
  'IA-5': ['api_keys'],
  'IR-3': ['tabletop'],
  'IR-4': ['cases_due'],
  'IR-5': ['alerts_triaged'],
  'IR-7': ['oncall'],
  'PM-14': ['detection_tested', 'tabletop'],
  'PM-16': ['threat_intel'],
  'SI-4': ['sources', 'detection_rules'],
  'SI-5': ['threat_intel'],
}

/** Annex A of 2022: 37, 8, 14 and 34 controls. */
const ISO_IDS = [...numbered('A.5.', 37), ...numbered('A.6.', 8), ...numbered('A.7.', 14), ...numbered('A.8.', 34)]
const ISO_NAMED: readonly Control[] = [
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
]

/** Safeguards of each of the 18 controls of version 8.1, 153 in all. */
const CIS_SAFEGUARDS = [5, 7, 14, 12, 6, 8, 7, 12, 7, 7, 5, 8, 11, 9, 7, 14, 9, 5]
const CIS_IDS = CIS_SAFEGUARDS.flatMap((count, at) => numbered(`${at + 1}.`, count))
const CIS_NAMED: readonly Control[] = [
  control('5.3', 'Accounts that nobody uses are switched off', 'dormant_users'),
  control('6.3', 'Sign-in has a second factor', 'second_factor'),
  control('6.7', 'Sign-in is central', 'sso'),
  control('8.2', 'Audit logs are collected', 'sources'),
  control('8.10', 'Audit logs are kept', 'log_retention', 'audit_days'),
  control('8.11', 'Audit logs are reviewed', 'alerts_triaged'),
  control('11.2', 'Backups run by themselves', 'backups'),
  control('13.1', 'Security alerts are in one place', 'detection_rules'),
  control('17.1', 'Somebody is named for incidents', 'oncall'),
  control('17.7', 'Incident response is exercised', 'tabletop'),
  control('18.5', 'Security is tested from inside', 'detection_tested'),
]

const SOC2_MEASURES: Readonly<Record<string, readonly MeasureId[]>> = {
  'CC2.1': ['sources'],
  'CC4.1': ['detection_tested'],
  'CC6.1': ['sso', 'second_factor', 'api_keys'],
  'CC6.2': ['dormant_users'],
  'CC6.3': ['dormant_users'],
  'CC6.6': ['detection_rules', 'threat_intel'],
  'CC6.8': ['detection_rules'],
  'CC7.1': ['sources', 'detection_rules'],
  'CC7.2': ['sources', 'detection_rules', 'detection_tested'],
  'CC7.3': ['alerts_triaged'],
  'CC7.4': ['cases_due', 'oncall', 'tabletop'],
  'CC7.5': ['cases_due', 'backups'],
  'A1.2': ['backups'],
}

/** Requirements that something is measured for have a description of their own. */
const PCI_NAMED: Readonly<Record<string, string>> = {
  '7.2.4': 'Accounts and their rights are reviewed',
  '8.2.6': 'Accounts that nobody uses are switched off',
  '8.4.1': 'Administrators sign in with several factors',
  '8.4.2': 'Everybody signs in with several factors',
  '8.6.3': 'Secrets of programs are changed',
  '10.2.1': 'Audit logs are on',
  '10.2.1.2': 'Actions of administrators are logged',
  '10.2.1.3': 'Access to logs is logged',
  '10.2.1.4': 'Refused access is logged',
  '10.2.1.5': 'Changes of credentials are logged',
  '10.3.1': 'Only who needs to reads logs',
  '10.3.2': 'Nobody changes logs',
  '10.3.3': 'Logs are copied to where they are safe',
  '10.3.4': 'A change of a log is noticed',
  '10.4.1': 'Logs are reviewed daily',
  '10.4.1.1': 'Reviews are automated',
  '10.4.3': 'Findings of a review are followed',
  '10.5.1': 'Logs are kept for a year',
  '10.7.2': 'A control that fails is noticed',
  '10.7.3': 'A control that failed is put right',
  '11.5.1': 'Intrusions are detected',
  '12.10.2': 'The plan for incidents is tested every year',
  '12.10.3': 'Somebody can be reached at any hour',
}
const PCI_MEASURES: Readonly<Record<string, readonly MeasureId[]>> = {
  '7.2.4': ['dormant_users'],
  '8.2.6': ['dormant_users'],
  '8.4.1': ['second_factor'],
  '8.4.2': ['second_factor'],
  '8.6.3': ['api_keys'],
  '10.2.1': ['sources'],
  '10.2.1.2': ['audit_chain'],
  '10.2.1.3': ['audit_chain'],
  '10.2.1.4': ['sources'],
  '10.2.1.5': ['audit_chain'],
  '10.3.1': ['dormant_users'],
  '10.3.2': ['audit_chain'],
  '10.3.3': ['sources', 'backups'],
  '10.3.4': ['audit_chain'],
  '10.4.1': ['alerts_triaged'],
  '10.4.1.1': ['detection_rules'],
  '10.4.3': ['alerts_triaged', 'cases_due'],
  '10.5.1': ['log_retention', 'audit_days'],
  '10.7.2': ['sources', 'detection_tested'],
  '11.5.1': ['detection_rules', 'detection_tested'],
  '12.10.2': ['tabletop'],
  '12.10.3': ['oncall'],
}

export const FRAMEWORKS: readonly Framework[] = [
  {
    ...{ id: 'nist-csf', name: 'NIST Cybersecurity Framework', version: '2.0' },
    scope: 'all 106 subcategories',
    controls: whole(NIST_CSF, CSF_MEASURES),
  },
  {
    ...{ id: 'iso-27001', name: 'ISO/IEC 27001 Annex A', version: '2022' },
    scope: 'all 93 controls of Annex A by their numbers; titles in our words where something is measured',
    controls: byNumber(ISO_IDS, ISO_NAMED),
  },
  {
    ...{ id: 'nist-800-53', name: 'NIST SP 800-53', version: 'revision 5' },
    scope: 'base controls of access, audit, assessment, contingency, identification, incidents, risk and integrity',
    controls: whole(NIST_800_53, MEASURES_800_53),
  },
  {
    ...{ id: 'cis', name: 'CIS Critical Security Controls', version: '8.1' },
    scope: 'all 153 safeguards by their numbers; titles in our words where something is measured',
    controls: byNumber(CIS_IDS, CIS_NAMED),
  },
  {
    ...{ id: 'soc2', name: 'SOC 2 Trust Services Criteria', version: '2017, points of focus 2022' },
    scope: 'all 61 criteria by their numbers, in our words',
    controls: whole(SOC2, SOC2_MEASURES),
  },
  {
    ...{ id: 'pci-dss', name: 'PCI DSS', version: '4.0.1' },
    scope: 'all numbers of requirements 1 to 12, without the appendices; sections in our words',
    controls: whole(
      PCI_DSS.map(([id, about]) => [id, PCI_NAMED[id] ?? about] as const),
      PCI_MEASURES,
    ),
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
  return requireFound(
    FRAMEWORKS.find((framework) => framework.id === id),
    'framework',
  )
}
