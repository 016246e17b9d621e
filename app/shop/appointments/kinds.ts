/**
 * What an appointment is about: somebody sells to us, sees pieces in a branch or by a call with video, or anything else.
 */
export const appointmentKinds = ['selling', 'viewing', 'video', 'other'] as const
export type AppointmentKind = (typeof appointmentKinds)[number]

/** What a visitor books online to see pieces. */
export const viewingKinds = ['viewing', 'video'] as const
export type ViewingKind = (typeof viewingKinds)[number]

/** So many pieces are laid out for one appointment. */
export const mostPieces = 5

export const calendarViews = ['day', 'week', 'month'] as const
export type CalendarView = (typeof calendarViews)[number]
