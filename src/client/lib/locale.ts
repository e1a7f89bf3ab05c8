/** The viewer's kind of English: the screens are in English, and a date field reads back what it shows. */
export const locale = navigator.languages.find((language) => /^en\b/i.test(language)) ?? 'en-IN'
