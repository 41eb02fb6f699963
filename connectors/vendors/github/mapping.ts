/** GitHub: the audit log of organisations and enterprises, and the webhooks of repositories. */
import { isMembers } from '../../../platform/members.ts'
import { AUDIT, client, entityVerb, FORWARDED, person, product } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { always, is, lookup, lookupIn, type Profile, type Rows, type SourceTable, time } from '../../mapping/table.ts'
import { textOf } from '../../mapping/text-of.ts'

const on = (name: string, actions: string | readonly string[], of: Omit<Profile, 'name' | 'when'>): Profile => ({
  name,
  when: { action: actions },
  ...of,
})

const ACTOR: Rows = {
  ...person('actor.user', {
    name: 'actor',
    uid: 'actor_id',
    email: ['external_identity_nameid', 'external_identity_username'],
  }),
  'actor.user.account.name': ['org', 'business'],
  'actor.user.account.uid': ['org_id', 'business_id'],
  ...client('actor_ip', 'user_agent'),
  // GitHub hides addresses by default: the endpoint then has the actor's name.
  'src_endpoint.name': 'actor',
  'src_endpoint.location.country': ['actor_location.country_code', 'country'],
}
/** The target; an event that is about no other user names the actor again, or nobody. */
const USER: Rows = person('user', { name: ['user', 'actor'], uid: 'user_id' })
/** In a sign-in the actor is the user, too. */
const SIGNS_IN: Rows = person('user', { name: ['actor', 'user'], uid: ['actor_id', 'user_id'] })
const WHAT = ['repo', 'repository', 'team', 'name', 'data.team', 'hook_id', 'integration', 'org', 'business', 'action']

/**
 * The verb: the first word of `org.disable_two_factor_requirement`, the last one of `org.saml_disabled`. `repo.access`
 * is a change of visibility.
 */
const VERB = /((?<=\.)(?:disable|enable|update|set|create|add|remove|transfer)(?=_)|(?<=[._])[a-z]+$)/

/** The new state of an alert: `secret_scanning_alert.resolve`, `code_scanning.alert_closed_by_user`. */
const ALERT_VERB = /\.(?:alert_(?=[a-z]))?((?:auto_)?[a-z]+)/

export const AUDIT_PROFILES: readonly Profile[] = [
  on('git', ['git.*'], {
    class: 'api_activity',
    activity: lookup('action', { 'git.clone': 'Read', 'git.fetch': 'Read', 'git.push': 'Update' }, 'Other'),
    rows: {
      ...ACTOR,
      'api.operation': 'action',
      'api.service.name': is('git'),
      'resources[0].name': ['repo', 'repository'],
      'resources[0].uid': ['repo_id', 'repository_id'],
      'resources[0].type': is('repository'),
    },
  }),
  on(
    'single sign-on',
    ['business.sso_response', 'org.sso_response', 'user.login', 'user.failed_login', 'user.logout'],
    {
      class: 'authentication',
      activity: lookup('action', { 'user.logout': 'Logoff' }, 'Logon'),
      rows: {
        ...ACTOR,
        ...SIGNS_IN,
        'service.name': always('GitHub'),
        'actor.idp.issuer': 'issuer',
        'actor.idp.name': 'issuer',
        auth_protocol_id: lookupIn('issuer', /(saml2?)\b/i, { saml: 'SAML', saml2: 'SAML' }),
        status_id: lookup('action', {
          'user.failed_login': 'Failure',
          'user.login': 'Success',
          'user.logout': 'Success',
        }),
      },
    },
  ),
  on(
    'members',
    [
      'team.*',
      'org.add_member',
      'org.remove_member',
      'org.update_member',
      'org.invite_*',
      'organization_moderators.*',
      'repo.add_member',
      'repo.remove_member',
      'business.add_*',
      'business.remove_*',
      'business.invite_*',
      'invite_member',
    ],
    {
      class: 'group_management',
      activity: lookup(
        'action',
        {
          'team.create': 'Create',
          'team.destroy': 'Delete',
          'team.add_member': 'Add User',
          'team.remove_member': 'Remove User',
          'team.promote_maintainer': 'Assign Privileges',
          'team.demote_maintainer': 'Revoke Privileges',
          'team.add_repository': 'Assign Privileges',
          'team.remove_repository': 'Revoke Privileges',
          'org.add_member': 'Add User',
          'org.remove_member': 'Remove User',
          'org.update_member': 'Assign Privileges',
          'repo.add_member': 'Add User',
          'repo.remove_member': 'Remove User',
          'organization_moderators.add_user': 'Add User',
          'organization_moderators.remove_user': 'Remove User',
          'business.add_admin': 'Assign Privileges',
          'business.remove_admin': 'Revoke Privileges',
        },
        'Other',
      ),
      rows: {
        ...ACTOR,
        ...person('user', { name: 'user', uid: 'user_id' }),
        'group.name': ['team', 'data.team', 'repo', 'org', 'business', 'action'],
      },
    },
  ),
  on(
    'account',
    [
      ...['create', 'delete', 'suspend', 'unsuspend', 'rename', 'promote', 'demote', 'change_password'],
      ...['forgot_password', 'add_email', 'remove_email'],
    ].map((verb) => `user.${verb}`),
    {
      class: 'account_change',
      activity: lookup(
        'action',
        {
          'user.create': 'Create',
          'user.delete': 'Delete',
          'user.suspend': 'Disable',
          'user.unsuspend': 'Enable',
          'user.change_password': 'Password Change',
          'user.forgot_password': 'Password Reset',
        },
        'Other',
      ),
      rows: { ...ACTOR, ...USER },
    },
  ),
  on(
    'tokens of a person',
    ['oauth_authorization.*', 'personal_access_token.*', 'public_key.*', 'two_factor_authentication.*'],
    {
      class: 'account_change',
      activity: lookup(
        'action',
        {
          'two_factor_authentication.enabled': 'MFA Factor Enable',
          'two_factor_authentication.disabled': 'MFA Factor Disable',
          'two_factor_authentication.add_factor': 'MFA Factor Enable',
          'two_factor_authentication.remove_factor': 'MFA Factor Disable',
        },
        'Other',
      ),
      rows: { ...ACTOR, ...USER },
    },
  ),
  on(
    'alert',
    [
      ...['repository_vulnerability_alert.*', 'secret_scanning_alert.*', 'code_scanning.alert*', 'dependabot_alert.*'],
      'secret_scanning_push_protection.bypass',
    ],
    {
      class: 'detection_finding',
      activity: lookupIn(
        'action',
        ALERT_VERB,
        {
          ...{ create: 'Create', created: 'Create', bypass: 'Create' },
          ...{ dismiss: 'Close', auto_dismiss: 'Close', resolve: 'Close', closed: 'Close' },
          ...{ reopen: 'Update', reopened: 'Update', auto_reopen: 'Update', reintroduce: 'Update', appeared: 'Update' },
        },
        'Other',
      ),
      rows: {
        status_id: lookupIn('action', ALERT_VERB, {
          ...{ create: 'New', created: 'New', bypass: 'New', reopen: 'New', reopened: 'New', auto_reopen: 'New' },
          ...{ dismiss: 'Suppressed', auto_dismiss: 'Suppressed', resolve: 'Resolved', closed: 'Resolved' },
        }),
        'finding_info.uid': ['ghsa_id', 'alert_number', 'number', '_document_id'],
        'finding_info.title': 'action',
        'resources[0].name': ['repo', 'repository'],
        ...person('actor.user', { name: 'actor', uid: 'actor_id' }),
      },
    },
  ),
]

/** Actions on the object: an issue, a request, a run of a workflow. */
const HOOK_VERBS = Object.fromEntries(
  Object.entries({
    Create: 'created opened submitted published prereleased released requested started added transferred',
    Update:
      'edited updated closed reopened synchronize completed in_progress queued waiting labeled unlabeled assigned ' +
      'unassigned locked unlocked pinned unpinned milestoned demilestoned ready_for_review converted_to_draft ' +
      'review_requested review_request_removed dismissed resolved unresolved renamed archived unarchived publicized ' +
      'privatized enqueued dequeued auto_merge_enabled auto_merge_disabled approved rejected rerequested',
    Delete: 'deleted removed unpublished',
  }).flatMap(([meaning, actions]) => actions.split(' ').map((action) => [action, meaning])),
)

/** Webhooks of a repository; the member that holds the object gives the kind. */
const HOOK: Rows = {
  ...person('actor.user', {
    name: ['sender.login', 'pusher.name', 'comment.user.login', 'issue.user.login', 'pull_request.user.login'],
    uid: 'sender.id',
    email: 'pusher.email',
  }),
  'actor.user.type': 'sender.type',
  'src_endpoint.domain': always('github.com'),
  'web_resources[0].name': ['repository.full_name', 'repository.name', 'organization.login'],
  'web_resources[0].uid': ['repository.id', 'organization.id'],
  'web_resources[0].created_time': time('repository.created_at'),
  'web_resources[0].modified_time': time('repository.updated_at'),
  'web_resources[0].url_string': [
    'comment.html_url',
    'review.html_url',
    'pull_request.html_url',
    'issue.html_url',
    'workflow_run.html_url',
    'workflow_job.html_url',
    'repository.html_url',
  ],
  'web_resources[0].type': is('repository'),
  'web_resources[0].desc': [
    'comment.body',
    'review.body',
    'pull_request.title',
    'issue.title',
    'head_commit.message',
    'workflow_run.name',
    'workflow_job.name',
    'repository.description',
  ],
  status_id: lookup(
    ['workflow_run.conclusion', 'workflow_job.conclusion'],
    { success: 'Success', failure: 'Failure', cancelled: 'Failure', timed_out: 'Failure' },
    'Other',
  ),
}

export const GITHUB: SourceTable = {
  id: 'github/1',
  shapes: [
    // A webhook's action is a bare verb, with its object beside it.
    {
      name: 'webhook',
      is: (record) => typeof record.repository === 'object' && record.repository !== null,
      names: { kind: [] },
    },
    { name: 'audit', is: () => true, names: { kind: ['action'] } },
  ],
  select: ['kind', 'action'],
  rows: {
    // A webhook has the time of the object's last change; the time at which a repository was created is not that of the
    // event.
    time: time(
      '@timestamp',
      'at_sign_timestamp',
      'created_at',
      'completed_at',
      'started_at',
      'comment.updated_at',
      'comment.created_at',
      'review.submitted_at',
      'pull_request.updated_at',
      'issue.updated_at',
      'workflow_job.completed_at',
      'workflow_job.started_at',
      'workflow_run.updated_at',
      'head_commit.timestamp',
      'p_event_time',
    ),
    ...AUDIT,
    ...product('GitHub', 'GitHub'),
    'metadata.event_code': 'action',
  },
  logSource: { product: 'github' },
  vendorId: '_document_id',
  recognises: (record) =>
    (typeof record.action === 'string' &&
      /^[a-z_]+(?:\.[a-z_]+){1,4}$/.test(record.action) &&
      (record.org !== undefined || record.business !== undefined || record.repo !== undefined)) ||
    // Old actions have no dot: `invite_member`.
    (record.action !== undefined &&
      record.actor !== undefined &&
      record.org !== undefined &&
      record.repo !== undefined) ||
    // Enterprise Server names its calling action: `oauth_tokens#create`.
    (typeof record.action === 'string' && record.actor_ip !== undefined && /^\w+#\w+$/.test(textOf(record.from))) ||
    isRepository(record.repository),
  renderings: FORWARDED,
  chapters: [
    {
      name: 'webhook',
      logSource: { service: 'webhook' },
      rows: { 'metadata.log_name': is('webhook') },
      profiles: [
        {
          name: 'repository event',
          // Only a webhook has no `kind`.
          when: { kind: '' },
          class: 'web_resources_activity',
          activity: lookup('action', HOOK_VERBS, 'Other', 'Unknown'),
          rows: HOOK,
        },
      ],
    },
    {
      name: 'audit',
      logSource: { service: 'audit' },
      rows: { 'metadata.log_name': is('audit') },
      profiles: [
        ...AUDIT_PROFILES,
        {
          name: 'setting',
          when: {},
          class: 'entity_management',
          activity: entityVerb('action', VERB, { access: 'Update', transfer: 'Move' }),
          rows: {
            ...ACTOR,
            'entity.name': WHAT,
            'entity.uid': ['repo_id', 'repository_id', 'hook_id', 'org_id', 'business_id'],
            'entity.type_id': is('Other'),
            'entity.type': is('GitHub object'),
          },
        },
      ],
    },
  ],
}

function isRepository(value: unknown): boolean {
  return isMembers(value) && typeof value.full_name === 'string'
}

export const github = compileSource(GITHUB)
