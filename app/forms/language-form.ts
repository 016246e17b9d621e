/**
 * Without a script, a page's form goes to the other language with what was typed: the button of that language sends it
 * there, to be shown and not to be taken. This is that button's name.
 */
export const otherLanguage = 'language'

/** The id of the form that the languages' buttons send. */
export const languageFormId = 'form-of-page'

/** A field of a form that has come back with faults: it is told them again, whatever it is sent for. */
export const refusedBefore = 'refused'

export const isForLanguage = (form: FormData) => form.has(otherLanguage)
export const wasRefused = (form: FormData) => form.has(refusedBefore)
