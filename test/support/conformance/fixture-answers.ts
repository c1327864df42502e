/** The tools, prompts and resources that the conformance suite expects of a server, with answers in one round. */
import { fromJsonSchema, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';

/** One red pixel, and an empty sound. */
const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const AUDIO = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

export const nothing = fromJsonSchema<Record<string, never>>({ type: 'object', properties: {} });

export const text = (words: string) => ({ type: 'text' as const, text: words });
export const said = (words: string) => ({ content: [text(words)] });
const image = { type: 'image' as const, data: IMAGE, mimeType: 'image/png' };

export function addAnswers(server: McpServer): void {
  const answers = {
    test_simple_text: said('This is a simple text response for testing.'),
    test_image_content: { content: [image] },
    test_audio_content: { content: [{ type: 'audio' as const, data: AUDIO, mimeType: 'audio/wav' }] },
    test_embedded_resource: {
      content: [embedded('test://embedded-resource', 'This is an embedded resource content.')],
    },
    test_multiple_content_types: {
      content: [
        text('Multiple content types test:'),
        image,
        embedded('test://mixed-content-resource', JSON.stringify({ test: 'data', value: 123 }), 'application/json'),
      ],
    },
    test_streaming_elicitation: said('A stream of results only.'),
  };
  for (const [name, answer] of Object.entries(answers))
    server.registerTool(name, { description: name, inputSchema: nothing }, async () => answer);
  server.registerTool('test_error_handling', { description: 'Fails.', inputSchema: nothing }, async () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  addSchemas(server);
  addNotices(server);
  addResources(server);
  addPrompts(server);
}

const embedded = (uri: string, words: string, mimeType = 'text/plain') => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});

/** Schemas that must reach clients unchanged. */
function addSchemas(server: McpServer): void {
  server.registerTool(
    'test_x_mcp_header',
    {
      description: 'An argument that a header repeats.',
      inputSchema: fromJsonSchema<{ region?: string }>({
        type: 'object',
        properties: { region: { type: 'string', 'x-mcp-header': 'Region' } as object, level: { type: 'integer' } },
      }),
    },
    async ({ region }) => said(`region=${region ?? '<none>'}`),
  );
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema.
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  };
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'A schema with all that the dialect has.', inputSchema: fromJsonSchema(schema as never) },
    async (sent) => said(JSON.stringify(sent)),
  );
}

/** Tools that send notifications before their answer. */
function addNotices(server: McpServer): void {
  server.registerTool('test_logging_tool', { description: 'Logs.', inputSchema: nothing }, async (_, { mcpReq }) => {
    await mcpReq.log('info', 'Sent only to who asked for it.');
    return said('Logged.');
  });
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs.', inputSchema: nothing },
    async (_, { mcpReq }) => {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
        await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      return said('Tool with logging executed successfully');
    },
  );
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Takes a while.', inputSchema: nothing },
    async (_, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken !== undefined)
        for (const progress of [0, 50, 100])
          await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      return said(String(progressToken ?? 'no-progress-token'));
    },
  );
}

function addResources(server: McpServer): void {
  const add = (name: string, uri: string, mimeType: string, content: { text: string } | { blob: string }): void => {
    server.registerResource(name, uri, { title: name, mimeType }, async () => ({
      contents: [{ uri, mimeType, ...content }],
    }));
  };
  add('static-text', 'test://static-text', 'text/plain', { text: 'This is the content of the static text resource.' });
  add('static-binary', 'test://static-binary', 'image/png', { blob: IMAGE });
  add('watched-resource', 'test://watched-resource', 'text/plain', { text: 'Watched resource content' });
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { title: 'Template', mimeType: 'application/json' },
    async ({ href: uri }, { id }) => ({
      contents: [
        {
          uri,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  );
  server.server.setRequestHandler('completion/complete', async () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
}

function addPrompts(server: McpServer): void {
  const words = (...names: string[]) =>
    fromJsonSchema<Record<string, string>>({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string', description: name }])),
      required: names,
    });
  const user = <Content>(content: Content) => ({ role: 'user' as const, content });
  server.registerPrompt('test_simple_prompt', { description: 'Simple.' }, async () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments.', argsSchema: words('arg1', 'arg2') },
    async ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource.', argsSchema: words('resourceUri') },
    async ({ resourceUri }) => ({
      messages: [
        user(embedded(resourceUri ?? '', 'Embedded resource content for testing.')),
        user(text('Please process the embedded resource above.')),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'With an image.' }, async () => ({
    messages: [user(image), user(text('Please analyze the image above.'))],
  }));
}
