-- Shows grpolint's findings as diagnostics when a config is opened or written; Neovim 0.7 or later.
--   vim.g.grpolint_arguments = { '--gpu=h100' }    more arguments, set before this file is loaded

local namespace = vim.api.nvim_create_namespace('grpolint')

local severities = {
  error = vim.diagnostic.severity.ERROR,
  warning = vim.diagnostic.severity.WARN,
  info = vim.diagnostic.severity.INFO,
}

-- grpolint's byte offsets in the file, as the byte columns within a line that Neovim wants.
local function column(buffer, place)
  return math.max(0, place.offset - vim.api.nvim_buf_get_offset(buffer, place.line - 1))
end

local function diagnostic(buffer, finding)
  local range = finding.range
  return {
    lnum = range.start.line - 1,
    col = column(buffer, range.start),
    end_lnum = range['end'].line - 1,
    end_col = column(buffer, range['end']),
    severity = severities[finding.severity],
    message = finding.message,
    code = finding.code,
    source = 'grpolint',
  }
end

local function lint(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  local command = { 'grpolint', 'check', '--output=jsonl' }
  vim.list_extend(command, vim.g.grpolint_arguments or {})
  vim.list_extend(command, { '--quiet', '--', path })
  vim.fn.jobstart(command, {
    stdout_buffered = true,
    on_stdout = function(_, lines)
      if not vim.api.nvim_buf_is_loaded(buffer) then return end
      local found = {}
      for _, line in ipairs(lines) do
        local understood, finding = pcall(vim.fn.json_decode, line)
        if understood and type(finding) == 'table' and finding.range then
          table.insert(found, diagnostic(buffer, finding))
        end
      end
      vim.diagnostic.set(namespace, buffer, found)
    end,
  })
end

vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufWritePost' }, {
  group = vim.api.nvim_create_augroup('grpolint', {}),
  pattern = { '*.yaml', '*.yml', '*.toml', '*.json' },
  callback = function(event) lint(event.buf) end,
})
