// In its own file, because the content security policy allows no inline script.
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  // The validator would send this server's address to another host, and the policy forbids it anyway.
  validatorUrl: null,
})
// Only a release contains the reference.
fetch('reference.html', { method: 'HEAD' }).then(({ ok }) => {
  document.getElementById('reference').hidden = !ok
})
