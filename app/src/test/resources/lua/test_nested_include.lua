--#include test_nested
return 0
