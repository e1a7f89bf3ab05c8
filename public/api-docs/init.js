// A file of its own, because the content security policy allows no inline script.
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  // The outside validator would be told where this server stands, and the policy forbids it anyway.
  validatorUrl: null,
})
