/** Logs without their own chapter: user, place and time are known, the class is not. */
import type { Chapter } from '../../mapping/table.ts'
import { LOGGED_AS } from './common.ts'

export const OTHER: Chapter = {
  name: 'other',
  profiles: [
    {
      name: 'any',
      when: {},
      class: 'base_event',
      activity: 'Unknown',
      rows: LOGGED_AS,
      unclassified: 'a log that has no chapter',
    },
  ],
}
