/** What an appointment is about: somebody sells to us, sees a piece, or anything else. */
export const appointmentKinds = ['selling', 'viewing', 'other'] as const
export type AppointmentKind = (typeof appointmentKinds)[number]

export const calendarViews = ['day', 'week', 'month'] as const
export type CalendarView = (typeof calendarViews)[number]
