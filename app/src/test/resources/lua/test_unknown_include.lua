local a = 1
--#include no_such_snippet
return a
