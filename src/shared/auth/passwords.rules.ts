/** The shortest password that anybody may choose; PASSWORD_MIN asks for more. In characters. */
export const minPasswordLength = 6
