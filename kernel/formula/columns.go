package formula

func (f *Formula) addColumns() { panic("later") }
