/** Sends notifications by mail, chat, phone and push, and takes the answers to them. */
export { answerByLink, answerInChat, type DeliveredQuestion, lookAtAnswer } from './answer.ts'
export { deliverOnce, deliveryWorkers, MAIL_NOT_CONFIGURED } from './deliver.ts'
export type { DeliveryDeps } from './delivery-deps.ts'
export { ACKNOWLEDGE_BUTTON } from './in-chat.ts'
export type { Outgoing } from './message.ts'
export { isFromProvider, openPhone, PHONE_NUMBER, type PhoneSettings, spoken } from './phone.ts'
export { calledAbout, deliveryOfCode, notePhoneStatus } from './phone-answers.ts'
export { type Mailer, openMailer } from './send-mail.ts'
