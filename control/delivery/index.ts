/** What the services and the API may use of sending notifications. */
export { type Asked, answerByLink, lookAtAnswer } from './answer.ts'
export { type DeliveryDeps, deliverOnce, deliveryWorkers, MAIL_NOT_CONFIGURED } from './deliver.ts'
export { isMailAddress, type MailServer, mailServerOf } from './mail-server.ts'
export type { Outgoing } from './message.ts'
export { type Mailer, openMailer } from './send-mail.ts'
