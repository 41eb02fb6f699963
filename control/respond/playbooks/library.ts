/** Playbooks that come with the product. They are off until a tenant switches them on; each can be run by hand. */
import type { PlaybookDocument, Step } from './document.ts'

export type BuiltinPlaybook = { readonly id: string; readonly document: PlaybookDocument }

const HAS_HOST = { field: 'trigger.alert.hosts.0', operator: 'exists' } as const
const HAS_USER = { field: 'trigger.alert.users.0', operator: 'exists' } as const
const HAS_IP = { field: 'trigger.alert.ips.0', operator: 'exists' } as const
const HAS_CASE = { field: 'trigger.alert.case_id', operator: 'exists' } as const

const openCase: Step = {
  id: 'open-case',
  name: 'Open a case',
  type: 'open_case',
  condition: { field: 'trigger.alert.case_id', operator: 'exists', value: false },
  params: { title: '{{trigger.alert.title}}', severity: '{{trigger.alert.severity}}' },
}
const isolate: Step = {
  id: 'isolate',
  name: 'Isolate the host',
  type: 'isolate_host',
  target: '{{trigger.alert.hosts.0}}',
  condition: HAS_HOST,
}
const ticket = (summary: string): Step => ({
  id: 'ticket',
  name: 'Open a ticket',
  type: 'create_ticket',
  params: { summary, description: 'Alert {{trigger.alert.id}}, risk {{trigger.alert.risk_score}}.' },
  on_failure: 'continue',
})
const notifyStep = (message: string): Step => ({
  id: 'tell',
  name: 'Tell the people on duty',
  type: 'notify',
  params: { message },
  on_failure: 'continue',
})
const note = (body: string): Step => ({
  id: 'note',
  name: 'Note it in the case',
  type: 'comment_case',
  params: { body },
})

export const BUILTIN_PLAYBOOKS: readonly BuiltinPlaybook[] = [
  {
    id: 'ransomware-behaviour',
    document: {
      name: 'Ransomware behaviour: cut the host off',
      description: 'Opens a case, asks to isolate the host and tells people, whatever the answer to that is.',
      tags: ['endpoint'],
      trigger: { on: 'alert', techniques: ['T1486', 'T1490'], severity: ['high', 'critical'] },
      steps: [
        openCase,
        notifyStep('Ransomware behaviour on {{trigger.alert.hosts.0 ?? an unknown host}}'),
        isolate,
        note('Isolation: {{steps.isolate.outcome}}.'),
      ],
    },
  },
  {
    id: 'brute-force-then-success',
    document: {
      name: 'Guessed password: end sessions, ask for another',
      description: 'An account was guessed: after approval its sessions end and its password must be changed.',
      tags: ['identity'],
      trigger: { on: 'alert', techniques: ['T1110'], condition: HAS_USER },
      steps: [
        openCase,
        { id: 'sessions', type: 'revoke_session', target: '{{trigger.alert.users.0}}', on_failure: 'continue' },
        { id: 'password', type: 'reset_password', target: '{{trigger.alert.users.0}}', on_failure: 'continue' },
        {
          id: 'block',
          type: 'block_ip',
          target: '{{trigger.alert.ips.0}}',
          condition: HAS_IP,
          rollback_after_seconds: 86_400,
        },
      ],
    },
  },
  {
    id: 'block-known-bad-address',
    document: {
      name: 'Address that intelligence knows: block it for a week',
      description: 'Looks the first address of the alert up, and asks to block it where intelligence is sure of it.',
      tags: ['network', 'intel'],
      trigger: { on: 'alert', condition: HAS_IP },
      steps: [
        { id: 'look-up', type: 'enrich', params: { value: '{{trigger.alert.ips.0}}' } },
        {
          id: 'is-known',
          type: 'condition',
          condition: { field: 'steps.look-up.result.confidence', operator: 'gte', value: 70 },
          next_true: 'block',
          next_false: null,
        },
        { id: 'block', type: 'block_ip', target: '{{trigger.alert.ips.0}}', rollback_after_seconds: 604_800 },
      ],
    },
  },
  {
    id: 'malware-on-host',
    document: {
      name: 'Malware on a host: scan, and isolate when it is grave',
      description: 'Scans the host at once. Of a critical alert it asks to isolate it too.',
      tags: ['endpoint'],
      trigger: { on: 'alert', techniques: ['T1204', 'T1059'], condition: HAS_HOST },
      steps: [
        { id: 'scan', type: 'run_av_scan', target: '{{trigger.alert.hosts.0}}', on_failure: 'continue' },
        {
          id: 'is-grave',
          type: 'condition',
          condition: { field: 'trigger.alert.severity', operator: 'eq', value: 'critical' },
          next_true: 'isolate',
          next_false: null,
        },
        isolate,
      ],
    },
  },
  {
    id: 'impossible-travel',
    document: {
      name: 'Log-on from where the person cannot be: ask for another factor',
      description: 'Demands another factor at the next sign-in and opens a ticket with the service desk.',
      tags: ['identity'],
      trigger: { on: 'alert', techniques: ['T1078'], condition: HAS_USER },
      steps: [
        { id: 'mfa', type: 'force_mfa', target: '{{trigger.alert.users.0}}', on_failure: 'continue' },
        ticket('Please ask {{trigger.alert.users.0}} about a log-on: {{trigger.alert.title}}'),
      ],
    },
  },
  {
    id: 'credential-theft',
    document: {
      name: 'Credentials taken from a host: collect evidence, disable the account',
      description: 'Collects what is needed to investigate before anything changes, then asks to disable the account.',
      tags: ['endpoint', 'identity'],
      trigger: { on: 'alert', techniques: ['T1003'] },
      steps: [
        openCase,
        {
          id: 'collect',
          type: 'capture_forensics',
          target: '{{trigger.alert.hosts.0}}',
          condition: HAS_HOST,
          on_failure: 'continue',
        },
        { id: 'disable', type: 'disable_user', target: '{{trigger.alert.users.0}}', condition: HAS_USER },
      ],
    },
  },
  {
    id: 'phishing-mail',
    document: {
      name: 'Phishing: block the sender’s domain when a person agrees',
      description:
        'Asks one person whether the mail is phishing; on yes it blocks the domain that is in the tag of the alert.',
      tags: ['mail'],
      trigger: { on: 'alert', techniques: ['T1566'] },
      steps: [
        openCase,
        {
          id: 'ask',
          type: 'approval',
          params: { title: 'Is this phishing? {{trigger.alert.title}}', risk_level: 'medium' },
          timeout_seconds: 14_400,
        },
        notifyStep('Phishing was confirmed: {{trigger.alert.title}}'),
        ticket('Take the mail out of all mailboxes: {{trigger.alert.title}}'),
      ],
    },
  },
  {
    id: 'all-addresses-of-an-alert',
    document: {
      name: 'Block every address of an alert for a day',
      description:
        'Asks for each address of the alert by itself, so that one that may not be blocked keeps none of the others.',
      tags: ['network'],
      trigger: { on: 'manual' },
      steps: [
        {
          id: 'block',
          type: 'block_ip',
          target: '{{item}}',
          for_each: 'trigger.alert.ips',
          on_failure: 'continue',
          rollback_after_seconds: 86_400,
        },
      ],
    },
  },
  {
    id: 'remind-of-open-alert',
    document: {
      name: 'Remind of a critical alert after an hour',
      description: 'Waits for an hour and tells the people on duty that the alert came.',
      tags: ['duty'],
      trigger: { on: 'alert', severity: ['critical'] },
      steps: [
        { id: 'wait', type: 'wait', params: { seconds: '3600' } },
        notifyStep('An hour ago: {{trigger.alert.title}} ({{trigger.alert.id}})'),
      ],
    },
  },
  {
    id: 'tell-of-escalation',
    document: {
      name: 'Tell people that a case was escalated',
      description: 'Over whatever notify is connected to: mail, Slack, Teams or a webhook.',
      tags: ['duty', 'sla'],
      trigger: { on: 'case', case_events: ['escalated'] },
      steps: [
        notifyStep(
          'Case {{trigger.case.number}} ({{trigger.case.severity}}) was escalated to level {{trigger.case.escalation_level}}: {{trigger.case.title}}',
        ),
      ],
    },
  },
  {
    id: 'hand-over-to-service-desk',
    document: {
      name: 'Hand an alert over to the service desk',
      description: 'Opens a ticket, and notes in the case, where there is one, which ticket it is.',
      tags: ['tickets'],
      trigger: { on: 'manual' },
      steps: [ticket('{{trigger.alert.title}}'), { ...note('Ticket: {{steps.ticket.detail}}'), condition: HAS_CASE }],
    },
  },
]
