/** What a message to the shop may be about. */
export const contactSubjects = ['question', 'piece', 'selling', 'appointment', 'order'] as const
export type ContactSubject = (typeof contactSubjects)[number]

/** Characters that fit each field, for the form and for what reads it. */
export const contactLengths = { name: 200, email: 320, phone: 60, message: 5000, piece: 16 } as const
