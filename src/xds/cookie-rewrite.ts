// Rewrites attributes of cookies in Set-Cookie headers. Envoy has no filter for it, so it is a Lua script: given by the
// routes that need it, with their rules as its context. All of them share one Lua state a worker (`shared_vm_id`), and
// while no route has any there is none: the filter in the connection manager is empty.
import type { CookieRewrite } from '../dag/vertices.ts';
import { any } from './proto/codec.ts';
import type { google } from './proto/generated/envoy.ts';
import { struct } from './proto/values.ts';

export const cookieFilterName = 'envoy.filters.http.lua';

export const cookieFilter = {
  name: cookieFilterName,
  typedConfig: any('envoy.extensions.filters.http.lua.v3.Lua', {}),
} as const;

/** Its settings on a cluster of a route. */
export function cookieRewrites(rewrites: readonly CookieRewrite[]): Record<string, google.protobuf.Any> {
  const rules = Object.fromEntries(rewrites.map((each) => [each.name, attributesOf(each)]));
  return {
    [cookieFilterName]: any('envoy.extensions.filters.http.lua.v3.LuaPerRoute', {
      sourceCode: { inlineString: script },
      filterContext: struct(rules),
      sharedVmId: 'nuncio.cookies',
    }),
  };
}

/** Attribute in lower case → the whole attribute as it shall be; empty: it goes. */
function attributesOf({ path, domain, secure, sameSite }: CookieRewrite): Record<string, string> {
  return {
    ...(path !== undefined && { path: `Path=${path}` }),
    ...(domain !== undefined && { domain: `Domain=${domain}` }),
    ...(secure !== undefined && { secure: secure ? 'Secure' : '' }),
    ...(sameSite !== undefined && { samesite: `SameSite=${sameSite}` }),
  };
}

const script = `
local order = { "domain", "path", "secure", "samesite" }

local function rewrite(cookie, rule)
  local parts, done = {}, {}
  for part in cookie:gmatch("[^;]+") do
    local attribute = part:match("^%s*([^=%s]*)"):lower()
    local wanted = rule[attribute]
    if #parts == 0 or wanted == nil then
      parts[#parts + 1] = part
    elseif wanted ~= "" and not done[attribute] then
      parts[#parts + 1] = " " .. wanted
      done[attribute] = true
    end
  end
  for _, attribute in ipairs(order) do
    local wanted = rule[attribute]
    if wanted and wanted ~= "" and not done[attribute] then
      parts[#parts + 1] = " " .. wanted
    end
  end
  return table.concat(parts, ";")
end

function envoy_on_response(handle)
  local headers = handle:headers()
  local count = headers:getNumValues("set-cookie")
  if count == 0 then return end
  local rules = handle:filterContext()
  local cookies, changed = {}, false
  for i = 0, count - 1 do
    local cookie = headers:getAtIndex("set-cookie", i)
    local name = cookie:match("^%s*([^=;%s]+)%s*=")
    local rule = name and rules:get(name)
    if rule then
      changed = true
      cookie = rewrite(cookie, rule)
    end
    cookies[#cookies + 1] = cookie
  end
  if not changed then return end
  headers:remove("set-cookie")
  for _, cookie in ipairs(cookies) do headers:add("set-cookie", cookie) end
end
`;
