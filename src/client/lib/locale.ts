/** The viewer's English locale: the UI is in English, and date fields must parse what they display. */
export const locale = navigator.languages.find((language) => /^en\b/i.test(language)) ?? 'en-IN'
