/** Workday: user activity of its audit service, as `GET /activityLogging` returns it. Names: "Activity logging", Workday REST. */
import { AUDIT, client, FORWARDED, PLAIN, product, verb } from '../../families/saas/rows.ts'
import { compileSource } from '../../mapping/source.ts'
import { is, text, time } from '../../mapping/table.ts'

const ACTION = /^(\w{2,32})$/

export const workday = compileSource({
  id: 'workday/1',
  shapes: PLAIN,
  select: ['activityAction'],
  rows: {
    ...AUDIT,
    ...product('Workday', 'Workday'),
    time: time('requestTime'),
    'metadata.event_code': 'activityAction',
    'metadata.log_name': is('user activity'),
    message: 'taskDisplayName',
  },
  logSource: { product: 'workday' },
  recognises: ({ systemAccount, activityAction, taskDisplayName, requestTime }) =>
    typeof systemAccount === 'string' && activityAction !== undefined && (taskDisplayName ?? requestTime) !== undefined,
  renderings: FORWARDED,
  chapters: [
    {
      name: 'activity',
      profiles: [
        {
          name: 'activity',
          when: {},
          class: 'api_activity',
          activity: verb('activityAction', ACTION),
          rows: {
            ...client('ipAddress', 'userAgent'),
            'actor.user.name': 'systemAccount',
            'actor.session.uid': 'sessionId',
            'api.operation': text('taskDisplayName', 'activityAction'),
            'api.service.name': is('Workday'),
            'resources[0].name': text('target.descriptor'),
            'resources[0].uid': text('target.id'),
          },
        },
      ],
    },
  ],
})
